/**
 * Priority of events. "single" events overtake "bulk" ones, because a person waits for them. An event has the lane of
 * the event that caused it.
 */
export type Lane = "single" | "bulk";

export const LANES: readonly Lane[] = ["single", "bulk"];
