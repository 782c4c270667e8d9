import type { Context } from "../context.ts";
import { selectInputs } from "./inputs.ts";
import type { RecordKind } from "./kind.ts";
import type { RecordType } from "./record-type.ts";
import { updateResults } from "./table.ts";

/** Results and repeated announcements of the records of a kind. */
export const recordTypeOf = (context: Pick<Context, "units">, kind: RecordKind): RecordType => ({
  entityType: kind.entityType,
  selectInputs: (tx, org, ids) => selectInputs(context, kind, { tx, org, ids }),
  updateResults: async (tx, org, results) => {
    const sums = await updateResults(tx, org, kind, results);
    const moves = sums.map(({ ownerId, co2eWas, biomassWas, ...is }) => {
      return { ownerId, was: { co2e: co2eWas, co2eBiomass: biomassWas }, is };
    });
    await kind.owner?.moveTotals(tx, org, moves);
  },
});
