import type { RecordInput } from "@emissions/proto/activity/v1/record_events";
import type { Resolve } from "../factor/resolver.ts";
import { calculate, type RecordCalculation } from "./calculate.ts";
import { resolvePieces } from "./pieces.ts";

/** Resolves the factors of records and calculates. It reads and locks no row. */
export async function calculateAll(
  org: string,
  inputs: readonly RecordInput[],
  resolve: Resolve,
): Promise<RecordCalculation[]> {
  const pieces = await resolvePieces(org, inputs, resolve);
  return inputs.map((input, index) => calculate(input, pieces[index]!));
}
