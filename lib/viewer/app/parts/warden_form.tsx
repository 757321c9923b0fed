/// <reference lib="dom" />
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { callJson } from "../api/call.ts";
import type { Warden } from "../api/types.ts";
import { useAnnounce } from "../state/use_announce.ts";
import { useLoaded } from "../state/use_loaded.ts";
import { Failed } from "./states.tsx";

const MINUTES = { least: 1, most: 480 } as const;

/** Switches the warden, and says how often it asks. */
export function WardenForm(): JSX.Element {
  const warden = useLoaded<Warden>(
    (signal) => callJson("/api/warden", { signal }),
    [],
  );
  const announce = useAnnounce();
  const [minutes, setMinutes] = useState("");
  useEffect(() => {
    if (warden.value !== null) setMinutes(String(warden.value.minutes));
  }, [warden.value?.minutes]);
  if (warden.problem !== null && warden.value === null) {
    return <Failed problem={warden.problem} again={warden.again} />;
  }
  const isOn = warden.value?.enabled ?? false;
  const change = async (to: Warden): Promise<void> => {
    try {
      await callJson("/api/warden", { method: "POST", body: to });
      warden.set(() => to);
      announce(
        to.enabled
          ? `The warden asks every ${to.minutes} min`
          : "The warden is off",
      );
    } catch (error) {
      announce(error instanceof Error ? error.message : String(error));
    }
  };
  const given = Number(minutes);
  const isFit = Number.isInteger(given) && given >= MINUTES.least &&
    given <= MINUTES.most;
  return (
    <section class="panel" aria-labelledby="warden-name">
      <div class="panel-row">
        <div>
          <h2 id="warden-name">Warden</h2>
          <p class="quiet">
            Asks Claude, when a turn ends, to keep what is worth remembering.
          </p>
        </div>
        <button
          type="button"
          class="switch"
          role="switch"
          aria-checked={isOn}
          aria-label="Warden"
          disabled={warden.value === null}
          onClick={() =>
            change({ enabled: !isOn, minutes: warden.value?.minutes ?? 20 })}
        >
          <i />
          <span aria-hidden="true">{isOn ? "On" : "Off"}</span>
        </button>
      </div>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isFit) change({ enabled: isOn, minutes: given });
        }}
      >
        <label class="field">
          <span>Minutes between two reminders</span>
          <input
            type="number"
            min={MINUTES.least}
            max={MINUTES.most}
            step={1}
            required
            value={minutes}
            aria-invalid={!isFit}
            onInput={(event) => setMinutes(event.currentTarget.value)}
          />
        </label>
        <button
          type="submit"
          class="button"
          disabled={!isFit || given === warden.value?.minutes}
        >
          Save
        </button>
      </form>
      {!isFit && minutes !== "" && (
        <p class="problem" role="alert">
          {`A whole number from ${MINUTES.least} to ${MINUTES.most}`}
        </p>
      )}
    </section>
  );
}
