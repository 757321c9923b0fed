import { SHORT_TEXT_BYTES } from "../capture/cut_text.ts";
import type { Drafting, Observing } from "../capture/draft.ts";
import { type PrivateTurn, privateTurn } from "../capture/private_turn.ts";
import { Redactor } from "../capture/redactor.ts";
import { traceId } from "../capture/trace.ts";
import type { Config } from "../config.ts";
import { join } from "../path.ts";
import type { Beside, Row } from "../store/row.ts";
import { Fields } from "./_body.ts";
import type { SenderPlace } from "./_place_of.ts";
import { Problem } from "./_problem.ts";
import type { Tools } from "./_route.ts";
import { knowRules } from "../redact/known_rules.ts";
import { RULES } from "../redact/rules.ts";

knowRules(RULES);

/** Something that happened, as the API was told of it. */
export interface Happening {
  readonly session: string;
  readonly cwd: string;
  readonly host: string;
  /** The event that a hook would have got. */
  readonly event: string;
  /** Its fields, as a hook gets them. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly drafting: Drafting;
}

/** Makes the row that a capture hook would have made of it; redacted in full. */
export class Recorder {
  readonly #tools: Tools;
  readonly #config: Config;

  /**
   * @param config What may stay.
   */
  constructor(tools: Tools, config: Config) {
    this.#tools = tools;
    this.#config = config;
  }

  /** Whether the turn that a session is in is private, as its prompt's hook or this API has found. */
  turnOf(session: string): PrivateTurn {
    const { places, log } = this.#tools.backend;
    return privateTurn(join(places.capture, "private"), session, log);
  }

  /**
   * The row.
   *
   * @returns `null` where there is to be none: it is private.
   * @throws {Problem} when a field does not fit; its value is not told.
   * @throws {Error} when it cannot be redacted: nothing of it may be kept then.
   */
  async rowOf(
    { session, cwd, host, event, fields, drafting }: Happening,
    place: SenderPlace,
  ): Promise<Row | null> {
    const { places, now } = this.#tools.backend;
    const payload = new Fields(JSON.stringify(fields));
    const make = drafting(payload, {
      sessionId: session,
      cwd,
      eventName: event,
    });
    const { emailAllow, skipTools } = this.#config.capture;
    const redactor = new Redactor({ emailAllow }, false);
    // What is no part of the row does not count as found in it.
    const other = new Redactor({ emailAllow }, false);
    const observing: Observing = {
      redactor: other,
      skipTools,
      own: [places.state, places.data],
      // Its message may quote what was told.
      failed: () =>
        this.#tools.backend.log.error("Cannot observe a use of a tool"),
    };
    const made = make(redactor, this.turnOf(session), observing);
    if (made === null) return null;
    const { completeDraft } = await import("../capture/complete_draft.ts");
    // Whoever tells of it is told which observation it came to.
    const draft = completeDraft(made, observing);
    const at = now().getTime();
    const trace = traceId({
      folder: join(places.capture, "traces"),
      sessionId: session,
      traceparent: undefined,
      now: at,
    });
    const { observation } = draft;
    const beside: Beside = {
      project: other.text(place.project, SHORT_TEXT_BYTES),
      name: other.text(place.name, SHORT_TEXT_BYTES),
      host,
      ...(observation ? { observation } : {}),
    };
    return {
      kind: draft.kind,
      payload: {
        session_id: session,
        ...draft.payload,
        trace_id: trace.id,
        captured_at_ns: at * 1e6,
        redaction_match_count: redactor.matches,
      },
      id: draft.id ?? crypto.randomUUID().replaceAll("-", ""),
      at: at * 1e6,
      beside,
    };
  }

  /**
   * Stores a row; when it returns, that is on the disk.
   *
   * @throws {Problem} when it could not be stored in time.
   */
  async store(row: Row): Promise<void> {
    const { backend, signal } = this.#tools;
    const { promise, resolve } = Promise.withResolvers<"ending">();
    const ending = (): void => resolve("ending");
    signal.addEventListener("abort", ending);
    if (signal.aborted) ending();
    const isStored = await Promise.race([backend.store(row), promise]);
    signal.removeEventListener("abort", ending);
    if (isStored === "ending") {
      throw new Problem(503, "busy", "memoryd ends; it may be stored later");
    }
    if (!isStored) throw new Problem(500, "failed", "nobody can store it");
  }
}
