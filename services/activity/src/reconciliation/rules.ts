/** A record of this service. */
export interface OwnRecord {
  recordId: string;
  /** Its table. */
  kind: string;
  revision: number;
  version: number;
  status: "pending" | "calculated" | "failed";
  /** Kilograms, without zeros at the end. */
  co2e: string | null;
  changedAt: Date;
  /** Its result is still awaited. */
  pending: boolean;
}

/** A line of `current-records.ts` of calc. */
export interface CalcRecord {
  organizationId: string;
  recordId: string;
  state: "counted" | "left_out" | "deleted" | "absent";
  revision: number;
  version: number;
  status: string | null;
  co2e: string | null;
  /** An instant. */
  calculatedAt: string | null;
}

/** How a record differs between both services. */
export const DIFFERENCES = {
  missing: "missing in calc",
  older: "an older revision in calc",
  newer: "a newer revision in calc",
  other: "another result in calc",
  repeated: "changed again under a number that calc knows",
  unrecorded: "counted without a record",
} as const;
export type Difference = keyof typeof DIFFERENCES;

/** Of a record that calc does not have, or that was deleted there. */
const NEVER: Omit<CalcRecord, "organizationId" | "recordId"> = {
  state: "absent",
  revision: 0,
  version: 0,
  status: null,
  co2e: null,
  calculatedAt: null,
};

/**
 * How a record differs, or null. `behindSince` is the time to which this service was set back: later changes may have
 * the number of a revision that calc has from the time that was undone.
 */
export function differenceOf(
  own: OwnRecord | undefined,
  calc: CalcRecord | undefined,
  behindSince: Date | null,
): Difference | null {
  const { state, revision, version, status, co2e, calculatedAt } = calc ?? NEVER;
  if (own === undefined) return state === "absent" || state === "deleted" ? null : "unrecorded";
  if (state === "absent") return "missing";
  if (revision < own.revision) return "older";
  if (revision > own.revision || state === "deleted") return "newer";
  if (version !== own.version || status !== own.status || co2e !== own.co2e) return "other";
  if (behindSince === null || own.changedAt <= behindSince || calculatedAt === null) return null;
  return Date.parse(calculatedAt) < own.changedAt.getTime() ? "repeated" : null;
}

/**
 * Whether the record needs a new revision. Calc ignores a number that it knows. The result of a recalculation has a
 * higher version than one that calc makes anew.
 */
export const needsRevision = (difference: Difference, own: OwnRecord): boolean =>
  difference === "newer" || difference === "other" || difference === "repeated" || own.version > 0;
