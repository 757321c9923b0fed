import type { JSX } from "preact";
import { useContext, useState } from "preact/hooks";
import { callJson } from "../api/call.ts";
import type { PurgeCounts } from "../api/types.ts";
import { countOf } from "../state/amounts.ts";
import { LiveContext } from "../state/live.ts";
import { useAnnounce } from "../state/use_announce.ts";
import { Confirm } from "./confirm.tsx";

/** What is to be purged: one of these. */
export interface PurgeTarget {
  readonly project?: string;
  readonly session?: string;
  /** A day, `YYYY-MM-DD`: what is older. */
  readonly before?: string;
}

/** Removes all that is recorded of something, once that is confirmed. */
export function PurgeButton(
  { what, target, count, isDisabled = false }: {
    /** What people call it. */
    readonly what: string;
    readonly target: PurgeTarget;
    /** How much that is, as far as it is known; `""` where it is not. */
    readonly count: string;
    readonly isDisabled?: boolean;
  },
): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const live = useContext(LiveContext);
  const announce = useAnnounce();
  const purge = async (): Promise<void> => {
    const { sessions, prompts, observations } = await callJson<PurgeCounts>(
      "/api/purge",
      { method: "POST", body: { ...target, confirm: true } },
    );
    announce(
      `Purged ${countOf(sessions, "session")}, ${countOf(prompts, "prompt")}, ${
        countOf(observations, "observation")
      }`,
    );
    live.tell({ name: "purged", data: {} });
  };
  return (
    <>
      <button
        type="button"
        class="button danger-quiet"
        disabled={isDisabled}
        onClick={() => setOpen(true)}
      >
        {`Purge ${what}…`}
      </button>
      {isOpen && (
        <Confirm
          title={`Purge ${what}?`}
          action="Purge"
          onConfirm={purge}
          onClose={() => setOpen(false)}
        >
          <p>
            {count === ""
              ? "All prompts, observations and summaries of it are removed."
              : `${count} are removed, and the summaries with them.`}{" "}
            This cannot be undone. The chain keeps that there were rows, without
            what was in them.
          </p>
        </Confirm>
      )}
    </>
  );
}
