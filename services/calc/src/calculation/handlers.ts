import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import type { CalculationService } from "@emissions/proto/calc/v1/calculation_service";
import type { Context } from "../context.ts";
import { toCalculation } from "./messages.ts";
import { selectParts } from "./part-queries.ts";
import { selectCurrent, selectImpacts, selectKnownAt } from "./queries.ts";

export const calculationHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof CalculationService> => ({
  getCalculation: ({ id, entityType, asOf }, call) => {
    if (!isId(id)) throw notFound("calculation");
    return db.read(call, async (tx, org) => {
      const [row] = asOf ? await selectKnownAt(tx, org, id, timestampDate(asOf)) : await selectCurrent(tx, org, [id]);
      if (row === undefined) throw notFound("calculation");
      const [impacts, parts] = await Promise.all([selectImpacts(tx, org, [row]), selectParts(tx, org, row)]);
      const calculation = toCalculation(row, impacts, parts);
      if (calculation.entityType !== entityType) throw notFound("calculation");
      return { calculation };
    });
  },
});
