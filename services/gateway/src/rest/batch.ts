import { invalid, type Violations } from "@emissions/kit/wire/errors";
import { VIOLATIONS_MAX } from "./violations.ts";

interface Violation {
  loc: readonly (string | number)[];
  msg: string;
  type: string;
}

/** Refuses a request for what is wrong with it. */
export const refusalFor = (found: readonly Violation[]) =>
  invalid(found.slice(0, VIOLATIONS_MAX).map((violation) => ({ ...violation, loc: violation.loc.map(String) })));

/** Stands in the place of a record with something that no table can keep. */
export class InvalidRecord {
  /** Their places begin at the record. */
  readonly violations: Violations;
  constructor(violations: Violations) {
    this.violations = violations;
  }
}

/**
 * Leaves what no table can keep to be told with all else that is wrong with the records of a batch, which are the list
 * `batch` of the body; refuses when it stands outside of them.
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
