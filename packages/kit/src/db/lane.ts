/**
 * How events travel: those of single records, for which somebody waits, overtake those of bulk work. An event caused
 * by another travels as that one did.
 */
export type Lane = "single" | "bulk";

export const LANES: readonly Lane[] = ["single", "bulk"];
