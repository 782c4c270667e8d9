import { EntityType, type RecordInput } from "@emissions/proto/activity/v1/record_events";
import { type Decimal, plain, ZERO } from "@emissions/quantity/decimal";
import type { Impact } from "./calculate.ts";

/** Records that show the emissions of their sections, or of operation, energy provision and hub. */
const WITH_PARTS: ReadonlySet<EntityType> = new Set([EntityType.TRANSPORTS, EntityType.LOGISTICS_REQUESTS]);

/**
 * The counted emissions of each part, the main part first and the others in the order of the input. The pieces of a part
 * are summed. Nothing for other kinds of records.
 */
export function partResultsOf({ entityType, additionalParts }: RecordInput, impacts: readonly Impact[]) {
  if (!WITH_PARTS.has(entityType)) return {};
  const names = additionalParts.map(({ part }) => part);
  const order = new Map(names.map((name, at) => [name, at]));
  const sums = new Map<string, Decimal>();
  for (const { part, co2e, counted } of impacts) if (counted) sums.set(part, (sums.get(part) ?? ZERO).plus(co2e));
  // The main part is the one that the input does not name.
  const position = (part: string) => order.get(part) ?? -1;
  const sorted = [...sums].sort(([a], [b]) => position(a) - position(b));
  return { parts: sorted.map(([part, co2e]) => ({ part, co2e: { value: plain(co2e) } })) };
}
