/** The states of a session. `docs/adr/0061-import-sessions.md` explains them. */
export const STATES = [
  "created",
  "parsed",
  "mapped",
  "validating",
  "validated",
  "submitting",
  "submitted",
  "failed",
  "expired",
] as const;
export type State = (typeof STATES)[number];

export const EVENTS = [
  "parse_succeeded",
  "parse_failed",
  "mapping_saved",
  "validation_started",
  "validation_finished",
  /** The other services could not be reached. The mapping stays, and the client may try again. */
  "validation_interrupted",
  "rows_changed",
  "submission_started",
  "submission_finished",
  "submission_failed",
  "time_passed",
] as const;
export type Event = (typeof EVENTS)[number];

const READY = { mapping_saved: "mapped", validation_started: "validating", time_passed: "expired" } as const;

/** Every allowed move. All others are refused. */
const MOVES: Readonly<Record<State, Partial<Record<Event, State>>>> = {
  created: { parse_succeeded: "parsed", parse_failed: "failed", time_passed: "expired" },
  parsed: READY,
  mapped: READY,
  validating: { validation_finished: "validated", validation_interrupted: "mapped", time_passed: "expired" },
  validated: { ...READY, rows_changed: "validated", submission_started: "submitting" },
  // It ends by itself: a part of the records may be stored already.
  submitting: { submission_finished: "submitted", submission_failed: "failed" },
  submitted: {},
  failed: {},
  expired: {},
};

/** The next state; null if the event is not allowed. */
export const nextState = (state: State, event: Event): State | null => MOVES[state][event] ?? null;

/** States that end when the time of a session is over. */
export const EXPIRING: readonly State[] = STATES.filter((state) => nextState(state, "time_passed") !== null);

/** States in which work runs in the background. */
export const RUNNING: readonly State[] = ["created", "validating", "submitting"];

/** States in which rows can be read. */
export const READABLE: readonly State[] = ["parsed", "mapped", "validating", "validated", "submitting", "submitted"];
