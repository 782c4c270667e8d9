import type { ConnectError } from "@connectrpc/connect";
import { invalid, unprocessable, type Violations } from "@emissions/kit/errors";
import type { Route } from "./route.ts";
import { VIOLATIONS_MAX, violationsOf } from "./violations.ts";

interface Violation {
  loc: readonly (string | number)[];
  msg: string;
  type: string;
}

/** Codes of records; every other mistake of one is SCHEMA_INVALID. */
const RECORD_CODES: Record<string, string> = { activity_date_out_of_range: "ACTIVITY_DATE_OUT_OF_RANGE" };

/**
 * Refuses a request for what is wrong with it. `batch` is the list in its body
 * whose items are records: when nothing else is wrong, the batch is rejected
 * because of them.
 */
export function refusalFor(found: readonly Violation[], body: unknown, batch?: string): ConnectError {
  const texts = found.slice(0, VIOLATIONS_MAX).map((violation) => ({ ...violation, loc: violation.loc.map(String) }));
  const records = batch === undefined ? undefined : (body as Record<string, unknown> | null)?.[batch];
  if (!Array.isArray(records) || !found.every((one) => isInRecords(one, batch))) return invalid(texts);

  const rejected = new Set(found.map(({ loc }) => String(loc[2]))).size;
  const more = found.length > VIOLATIONS_MAX ? ` Only the first ${VIOLATIONS_MAX} mistakes are listed.` : "";
  const detail = `${rejected} of ${records.length} records were rejected.${more}`;
  const coded = texts.map((violation) => ({ ...violation, type: RECORD_CODES[violation.type] ?? "SCHEMA_INVALID" }));
  return unprocessable("BULK_RECORDS_REJECTED", detail, coded);
}

const isInRecords = ({ loc }: Violation, batch: string | undefined) =>
  loc[0] === "body" && loc[1] === batch && loc.length > 2;

/** Stands in the place of a record with something that no table can keep. */
export class Spoilt {
  /** Their places begin at the record. */
  readonly violations: Violations;
  constructor(violations: Violations) {
    this.violations = violations;
  }
}

type BatchRoute = Pick<Route, "spec" | "method">;

/** Leaves records with what no table can keep to the service, which tells of them among others; else refuses at once. */
export function setAside(found: Violations, body: unknown, route: BatchRoute | undefined): void {
  const batch = route?.spec.batch;
  if (batch === undefined || !found.every((one) => isInRecords(one, batch))) throw refusalFor(found, body, batch);
  const list = route!.method.input.fields.find(({ name }) => name === batch);
  const tellsLater = list?.message?.fields.some(({ name }) => name === "rejected") ?? false;
  if (!tellsLater) throw refusalFor(withOthers(found, body, route!), body, batch);
  const records = (body as Record<string, unknown[]>)[batch]!;
  for (const [index, violations] of Map.groupBy(found, ({ loc }) => Number(loc[2]))) {
    records[index] = new Spoilt(violations.map(({ loc, ...rest }) => ({ ...rest, loc: ["body", ...loc.slice(3)] })));
  }
}

/** With what else the schema finds, record by record. A name that cannot be told stands for the object that has it. */
function withOthers(found: Violations, body: unknown, { spec }: BatchRoute): Violation[] {
  const issues = spec.body?.safeParse(body, { reportInput: true }).error?.issues ?? [];
  const known = new Set(found.map(({ loc }) => loc.join("\n")));
  const isKnown = (loc: Violation["loc"]) => known.has(loc.join("\n")) || known.has(loc.slice(0, -1).join("\n"));
  const others = violationsOf(issues, "body").filter(({ loc }) => !isKnown(loc));
  return [...found, ...others].sort((a, b) => Number(a.loc[2]) - Number(b.loc[2]) || 0);
}
