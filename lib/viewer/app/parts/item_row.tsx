import type { ComponentChildren, JSX } from "preact";
import type { ObservationView, TimelineItem } from "../api/types.ts";
import { hrefOf } from "../state/route.ts";
import { Badge, KIND_NAMES } from "./badge.tsx";
import { CutText } from "./cut_text.tsx";
import { DeleteButton } from "./delete_button.tsx";
import { SummaryText } from "./summary_text.tsx";
import { When } from "./when.tsx";

/** One thing that happened: a prompt, an observation, or a summary. */
export function ItemRow(
  { item, inSession = false, isNew = false }: {
    readonly item: TimelineItem;
    /** Whether the session is what is shown, so that nothing has to name it. */
    readonly inSession?: boolean;
    readonly isNew?: boolean;
  },
): JSX.Element {
  return (
    <li
      class={`row of-${colourOf(item)}${isNew ? " new" : ""}`}
      data-address={item.address}
    >
      <span class="row-time">
        <When at={item.at} />
      </span>
      <article class="row-body">
        <header class="row-head">
          {badgeOf(item)}
          {!inSession && (
            <a class="quiet" href={hrefOf("session", item.session)}>
              {item.name === "" ? "Session" : item.name}
            </a>
          )}
          <DeleteButton address={item.address} what={wordsOf(item)} />
        </header>
        {bodyOf(item)}
      </article>
    </li>
  );
}

function badgeOf(item: TimelineItem): JSX.Element {
  if (item.kind === "prompt") {
    return <Badge kind="prompt">{`Prompt ${item.number}`}</Badge>;
  }
  if (item.kind === "summary") return <Badge kind="summary">Summary</Badge>;
  return (
    <>
      <Badge kind={item.what}>{KIND_NAMES[item.what]}</Badge>
      {item.outcome === "error" && <Badge kind="error">failed</Badge>}
      {item.times > 1 && <span class="quiet">{`× ${item.times}`}</span>}
      {item.agent !== null && <span class="quiet">by {item.agent}</span>}
    </>
  );
}

function bodyOf(item: TimelineItem): ComponentChildren {
  if (item.kind === "prompt") {
    return item.text.trim() === ""
      ? <p class="quiet">The text of this prompt was removed.</p>
      : <CutText text={item.text} most={420} />;
  }
  if (item.kind === "summary") return <SummaryText summary={item} />;
  return <ObservationBody observation={item} />;
}

function ObservationBody(
  { observation }: { readonly observation: ObservationView },
): JSX.Element {
  const { title, detail, files } = observation;
  const others = files.filter((file) =>
    !title.includes(file.slice(file.lastIndexOf("/") + 1))
  );
  return (
    <>
      <p class="row-title">{title}</p>
      <CutText text={detail} isCode />
      {others.length > 0 && (
        <ul class="files" aria-label="Files">
          {others.map((file) => (
            <li key={file} title={file}>{shortened(file)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function colourOf(item: TimelineItem): string {
  if (item.kind !== "observation") return item.kind;
  return item.outcome === "error" ? "error" : item.what;
}

function wordsOf(item: TimelineItem): string {
  return item.kind === "prompt" ? `prompt ${item.number}` : `this ${item.kind}`;
}

/** The end of a path. */
function shortened(path: string): string {
  const parts = path.split("/");
  return parts.length <= 4 ? path : `…/${parts.slice(-3).join("/")}`;
}
