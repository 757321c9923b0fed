/// <reference lib="dom" />
import type { JSX } from "preact";
import { useContext, useState } from "preact/hooks";
import { call } from "../api/call.ts";
import { LiveContext } from "../state/live.ts";
import { useAnnounce } from "../state/use_announce.ts";
import { Confirm } from "./confirm.tsx";
import { Icon } from "./icon.tsx";

/** Deletes an item, wherever it is shown, once that is confirmed. */
export function DeleteButton(
  { address, what }: {
    readonly address: string;
    /** What people call it: `this prompt`. */
    readonly what: string;
  },
): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const live = useContext(LiveContext);
  const announce = useAnnounce();
  const remove = async (): Promise<void> => {
    await call(`/api/${pathOf(address)}`, { method: "DELETE" });
    live.tell({ name: "deleted", data: { address } });
    announce(`Deleted ${what}`);
  };
  return (
    <>
      <button
        type="button"
        class="icon-button delete"
        aria-label={`Delete ${what}`}
        title={`Delete ${what}`}
        onClick={() => setOpen(true)}
      >
        <Icon name="trash" />
      </button>
      {isOpen && (
        <Confirm
          title={`Delete ${what}?`}
          action="Delete"
          onConfirm={remove}
          onClose={() => setOpen(false)}
        >
          <p>
            Its text is removed from the store and is found no more. A summary
            that may tell of it is made anew. This cannot be undone.
          </p>
        </Confirm>
      )}
    </>
  );
}

/** The API's path of an item: `observation/12` of `observation:12`. */
function pathOf(address: string): string {
  const colon = address.indexOf(":");
  return `${address.slice(0, colon)}/${
    encodeURIComponent(address.slice(colon + 1))
  }`;
}
