import type { JSX } from "preact";
import type { SessionView } from "../api/types.ts";
import { countOf } from "../state/amounts.ts";
import { hrefOf } from "../state/route.ts";
import { When } from "./when.tsx";

/** A session in a list. */
export function SessionCard(
  { session }: { readonly session: SessionView },
): JSX.Element {
  return (
    <li class="card">
      <a class="card-link" href={hrefOf("session", session.session)}>
        <span class="card-title">
          {session.request === "" ? "No prompt recorded" : session.request}
        </span>
        <span class="card-facts">
          <span class="strong">{session.name}</span>
          <When at={session.lastAt} whole />
          <span>{countOf(session.prompts, "prompt")}</span>
          <span>{countOf(session.observations, "observation")}</span>
          {session.host !== "claude" && session.host !== "" && (
            <span>{session.host}</span>
          )}
        </span>
      </a>
    </li>
  );
}
