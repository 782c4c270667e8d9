import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { type Check, missing, refuse, violation } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { CalculationService } from "@emissions/proto/calc/v1/calculation_service";
import type { Context } from "../context.ts";
import { calculateAll } from "./calculate-all.ts";
import { toCalculation, toResult } from "./messages.ts";
import { selectParts } from "./part-queries.ts";
import { FIRST_VERSION, selectCurrent, selectImpacts, selectKnownAt, selectRecalculationId } from "./queries.ts";

/** Records in one preview. */
const PREVIEW_MAX = 500;

type Dependencies = Pick<Context, "db" | "factors">;

export const calculationHandlers = ({ db, factors }: Dependencies): ServiceImpl<typeof CalculationService> => ({
  getCalculation: ({ id, entityType, asOf }, call) => {
    if (!isId(id)) throw notFound("calculation");
    return db.read(call, async (tx, org) => {
      const [row] = asOf ? await selectKnownAt(tx, org, id, timestampDate(asOf)) : await selectCurrent(tx, org, [id]);
      if (row === undefined) throw notFound("calculation");
      const [impacts, parts, recalculationId] = await Promise.all([
        selectImpacts(tx, org, [row]),
        selectParts(tx, org, [row]),
        row.version === FIRST_VERSION ? null : selectRecalculationId(tx, org, row.version),
      ]);
      const calculation = toCalculation(row, { impacts, parts, recalculationId });
      if (calculation.entityType !== entityType) throw notFound("calculation");
      return { calculation };
    });
  },
  previewCalculations: async ({ records }, call) => {
    refuse(checkCount(records.length));
    const { organizationId } = principalOf(call);
    return { results: (await calculateAll(organizationId, records, factors.resolve)).map(toResult) };
  },
});

function checkCount(count: number): Check[] {
  if (count === 0) return [missing("records")];
  return count <= PREVIEW_MAX
    ? []
    : [violation("records", "value_error.list.max_items", `at most ${PREVIEW_MAX} records`)];
}
