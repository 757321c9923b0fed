/// <reference lib="dom" />
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { hrefOf, replaceRoute, type Route } from "../state/route.ts";
import { Icon } from "./icon.tsx";

/** Milliseconds without a key until it is searched. */
const PAUSE_MS = 120;

/** Searches as somebody types. `/` goes to it from anywhere, Escape leaves it, Down goes to what was found. */
export function SearchBox({ route }: { readonly route: Route }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const before = useRef("#/timeline");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const shown = route.view === "search" ? route.of : "";
  const [text, setText] = useState(shown);
  if (route.view !== "search") before.current = location.hash || "#/timeline";

  useEffect(() => {
    if (document.activeElement !== input.current) setText(shown);
  }, [shown]);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== "/" || isTyping(event.target)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.select();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);

  const search = (wanted: string): void => {
    clearTimeout(timer.current);
    const words = wanted.trim();
    if (words === "") {
      if (route.view === "search") replaceRoute(before.current);
      return;
    }
    const project = route.params.get("project") ?? "";
    const href = hrefOf("search", words, { project });
    if (route.view === "search") replaceRoute(href);
    else location.hash = href;
  };
  const change = (wanted: string): void => {
    setText(wanted);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(wanted), PAUSE_MS);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.preventDefault();
      change("");
      search("");
      document.getElementById("main")?.focus();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      document.querySelector<HTMLElement>(".hits a")?.focus();
    }
  };
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search(text);
      }}
    >
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label="Search"
        aria-keyshortcuts="/"
        placeholder="Search what was done and known"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => change(event.currentTarget.value)}
        onKeyDown={key}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement &&
    target.closest("input:not([type=radio]), textarea, select, dialog") !==
      null;
}
