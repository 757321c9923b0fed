import type { JSX } from "preact";
import type { Hit, ObservationKind } from "../api/types.ts";
import { hrefOf } from "../state/route.ts";
import { Badge, KIND_NAMES } from "./badge.tsx";
import { DeleteButton } from "./delete_button.tsx";
import { Marked } from "./marked.tsx";
import { When } from "./when.tsx";

/** Something that was found. */
export function HitRow(
  { hit, words }: { readonly hit: Hit; readonly words: string },
): JSX.Element {
  const { kind, title, snippet: text, name, at } = hit;
  const badge = badgeOf(hit);
  return (
    <li class="hit" data-address={hit.address}>
      <article class="row-body">
        <header class="row-head">
          {badge !== null && <Badge kind={badge.of}>{badge.name}</Badge>}
          <a class="hit-title" href={hrefOfHit(hit)}>
            <Marked text={title === "" ? text : title} words={words} />
          </a>
          {kind !== "note" && (
            <DeleteButton address={hit.address} what={`this ${kind}`} />
          )}
        </header>
        {title !== "" && text !== "" && text !== title && (
          <p class="snippet">
            <Marked text={around(text, words)} words={words} />
          </p>
        )}
        <p class="row-facts">
          {name !== null && name !== "" && <span>{name}</span>}
          {kind === "note" && <span class="path">{idOf(hit)}</span>}
          <When at={at} whole />
        </p>
      </article>
    </li>
  );
}

/** What the heading of the group does not say already. */
function badgeOf(
  { kind, what = "" }: Hit,
): { of: string; name: string } | null {
  if (kind === "memory") return { of: kind, name: what.replace("_", " ") };
  if (kind !== "observation") return null;
  return { of: what, name: KIND_NAMES[what as ObservationKind] ?? what };
}

/** The address without the kind. */
function idOf({ address }: Hit): string {
  return address.slice(address.indexOf(":") + 1);
}

function hrefOfHit(hit: Hit): string {
  if (hit.kind === "note") return hrefOf("graph", idOf(hit));
  if (hit.kind === "memory") return hrefOf("memory", idOf(hit));
  return hit.session === null || hit.session === ""
    ? hrefOf("item", hit.address)
    : hrefOf("session", hit.session, { item: hit.address });
}

/** The part of a text where the first word is. */
function around(text: string, words: string): string {
  const [first = ""] = words.toLowerCase().split(/\s+/);
  const at = text.toLowerCase().indexOf(first);
  return at <= 120 ? text : `…${text.slice(at - 80)}`;
}
