import { invalid, type Violations } from "@emissions/kit/wire/errors";
import { VIOLATIONS_MAX } from "./violations.ts";

interface Violation {
  loc: readonly (string | number)[];
  msg: string;
  type: string;
}

/** A validation error with the first violations. */
export const refusalFor = (found: readonly Violation[]) =>
  invalid(found.slice(0, VIOLATIONS_MAX).map((violation) => ({ ...violation, loc: violation.loc.map(String) })));

/** Replaces a record with values that the database cannot store. */
export class InvalidRecord {
  /** `loc` is relative to the record. */
  readonly violations: Violations;
  constructor(violations: Violations) {
    this.violations = violations;
  }
}

/**
 * Marks the invalid records of the list `batch` of the body, so that all mistakes are reported together. Refuses at
 * once when a violation lies outside of that list.
 */
export function markInvalidRecords(found: Violations, body: unknown, batch: string | undefined): void {
  const records = batch === undefined ? undefined : (body as Record<string, unknown> | null)?.[batch];
  const isInRecords = ({ loc }: Violation) => loc[0] === "body" && loc[1] === batch && loc.length > 2;
  if (!Array.isArray(records) || !found.every(isInRecords)) throw refusalFor(found);
  for (const [index, violations] of Map.groupBy(found, ({ loc }) => Number(loc[2]))) {
    records[index] = new InvalidRecord(
      violations.map(({ loc, ...rest }) => ({ ...rest, loc: ["body", ...loc.slice(3)] })),
    );
  }
}
