import type { Kind } from "../records/kinds.ts";
import type { Client } from "../state/account.ts";

/** The calculation of one record, by the ids of its path. */
export function readCalculation(client: Client, kind: Kind, ids: readonly string[], signal: AbortSignal) {
  const path = Object.fromEntries(kind.path.map(([parameter], at) => [parameter, ids[at] ?? ""]));
  // All calculations have the same shape; the paths differ, and the table of kinds names their parameters.
  return client.call(kind.calculation as "getCalculation", { path: path as { id: string }, signal });
}

export type Calculation = Awaited<ReturnType<typeof readCalculation>>;
export type Finished = Exclude<Calculation, { status: "pending" }>;
export type Part = Finished["parts"][number];
export type Factor = NonNullable<Part["factor"]>;
export type Impact = Finished["impacts"][number];
export type Conversion = Finished["conversions"][number];
export type Fitness = NonNullable<Part["fitness"]>;
export type Candidate = Part["candidates"][number];
