import type { Call, Tx } from "@emissions/kit/db/transactions";
import { principalOf } from "@emissions/kit/wire/principal";
import type { Context } from "../context.ts";
import { GROUP_EVIDENCE, selectEvidence } from "../custom_record/evidence.ts";
import { toGroup, type Viewer } from "./messages.ts";
import { type GroupRow, selectFactors } from "./queries.ts";

/** Must run before the transaction: inside, it would wait for a second connection of the pool. */
export const viewerOf = async (
  { catalogue, publicUrl }: Pick<Context, "catalogue" | "publicUrl">,
  call: Call,
): Promise<Viewer> => ({
  publicUrl,
  principal: principalOf(call),
  units: (await catalogue.current(call)).unitsById,
});

/** The groups with their factors and evidence, as messages. */
export async function presentGroups(tx: Tx, rows: readonly GroupRow[], viewer: Viewer) {
  const ids = rows.map(({ id }) => id);
  const owners = [...new Set(rows.map(({ organizationId }) => organizationId))];
  const [factors, evidence] = await Promise.all([
    selectFactors(tx, rows),
    selectEvidence(tx, GROUP_EVIDENCE, owners, ids),
  ]);
  const factorsOf = Map.groupBy(factors, ({ groupId }) => groupId);
  const evidenceOf = Map.groupBy(evidence, ({ ownerId }) => ownerId);
  return rows.map((row) =>
    toGroup(row, { ...viewer, factors: factorsOf.get(row.id) ?? [], evidence: evidenceOf.get(row.id) ?? [] }),
  );
}
