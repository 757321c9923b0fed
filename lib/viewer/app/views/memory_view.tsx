/// <reference lib="dom" />
import type { JSX } from "preact";
import { callJson } from "../api/call.ts";
import type { MemoryItem } from "../api/types.ts";
import { Badge } from "../parts/badge.tsx";
import { DeleteButton } from "../parts/delete_button.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { Failed, Loading } from "../parts/states.tsx";
import { When } from "../parts/when.tsx";
import { useLive } from "../state/live.ts";
import type { Route } from "../state/route.ts";
import { useLoaded } from "../state/use_loaded.ts";

/** One memory, whole. */
export function MemoryView(
  { route }: { readonly route: Route },
): JSX.Element {
  const memory = useLoaded<MemoryItem>(
    (signal) =>
      callJson(`/api/memory/${encodeURIComponent(route.of)}`, { signal }),
    [route.of],
  );
  useLive(({ name, data }) => {
    if (name === "deleted" && data["address"] === `memory:${route.of}`) {
      history.back();
    }
  });
  if (memory.value === null) {
    return memory.problem === null
      ? <Loading />
      : <Failed problem={memory.problem} again={memory.again} />;
  }
  const { uid, type, title, domain, content, confidence, updated_at, tags } =
    memory.value;
  return (
    <>
      <div class="view-head">
        <h1>{title === "" ? type.replace("_", " ") : title}</h1>
        <DeleteButton address={`memory:${uid}`} what="this memory" />
      </div>
      <p class="facts">
        <Badge kind="memory">{type.replace("_", " ")}</Badge>
        {domain !== "" && <span class="path">{domain}</span>}
        <span>{confidence}</span>
        <When at={Date.parse(updated_at)} whole />
        {tags.map((tag) => <span key={tag}>#{tag}</span>)}
      </p>
      <section class="panel">
        <Markdown text={content} />
      </section>
    </>
  );
}
