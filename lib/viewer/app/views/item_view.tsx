/// <reference lib="dom" />
import type { JSX } from "preact";
import { callJson } from "../api/call.ts";
import type { TimelineItem } from "../api/types.ts";
import { ItemRow } from "../parts/item_row.tsx";
import { Failed, Loading } from "../parts/states.tsx";
import { useLive } from "../state/live.ts";
import { hrefOf, type Route } from "../state/route.ts";
import { useLoaded } from "../state/use_loaded.ts";

/** One prompt, observation or summary alone, as its address names it. */
export function ItemView({ route }: { readonly route: Route }): JSX.Element {
  const [kind = "", id = ""] = route.of.split(":");
  const item = useLoaded<TimelineItem>(
    (signal) => callJson(`/api/${kind}/${encodeURIComponent(id)}`, { signal }),
    [route.of],
  );
  useLive(({ name, data }) => {
    if (name === "deleted" && data["address"] === route.of) {
      location.hash = hrefOf("timeline");
    }
  });
  if (item.value === null) {
    return item.problem === null
      ? <Loading />
      : <Failed problem={item.problem} again={item.again} />;
  }
  return (
    <>
      <div class="view-head">
        <h1>{item.value.kind}</h1>
      </div>
      <ol class="rows">
        <ItemRow item={item.value} />
      </ol>
    </>
  );
}
