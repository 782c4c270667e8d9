import type { Call, Tx } from "@emissions/kit/db/transactions";
import { principalOf } from "@emissions/kit/wire/principal";
import type { Context } from "../context.ts";
import { toGroup, type Viewer } from "./messages.ts";
import { type GroupRow, selectFactors } from "./queries.ts";

/** Must run before the transaction: inside, it would wait for a second connection of the pool. */
export const viewerOf = async (catalogue: Context["catalogue"], call: Call): Promise<Viewer> => ({
  principal: principalOf(call),
  units: (await catalogue.current(call)).unitsById,
});

/** The groups with their factors, as messages. */
export async function presentGroups(tx: Tx, rows: readonly GroupRow[], { principal, units }: Viewer) {
  const factorsOf = Map.groupBy(await selectFactors(tx, rows), ({ groupId }) => groupId);
  return rows.map((row) => toGroup(row, { principal, units, factors: factorsOf.get(row.id) ?? [] }));
}
