import type { ServiceImpl } from "@connectrpc/connect";
import type { Call, Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { LogisticsPackageService } from "@emissions/proto/activity/v1/logistics_package_service";
import type { Context } from "../context.ts";
import { withCursor } from "../list/cursor.ts";
import { selectPage } from "../list/page.ts";
import { parseListQuery } from "../list/query.ts";
import { selectTotal } from "../list/totals.ts";
import { selectCount } from "../logistics_summary/queries.ts";
import { callerCache } from "../organization/caller-cache.ts";
import { footprintOf } from "./footprint.ts";
import { packageList } from "./list.ts";
import { type LegRow, type PackageRow, selectLegs, selectPackage, toPackage } from "./queries.ts";

export const logisticsPackageHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof LogisticsPackageService> => {
  const callerOf = callerCache(db);
  const selectOne = (call: Call, id: string) =>
    db.read(call, async (tx, org) => {
      const row = isId(id) ? await selectPackage(tx, org, id) : null;
      if (row === null) throw notFound("package");
      return { row, legs: await selectLegs(tx, org, [row.id]) };
    });

  return {
    listLogisticsPackages: async (request, call) => {
      // Refuses with ORGANIZATION_NOT_FOUND.
      await callerOf(call);
      const query = withCursor(parseListQuery(packageList, request, principalOf(call)), call);
      const isFiltered = query.conditions.length > 0;
      return db.read(call, async (tx, org) => {
        const [rows, total] = await Promise.all([
          selectPage<PackageRow>(tx, query),
          isFiltered ? selectTotal(tx, query) : selectCount(tx, org, packageList.table),
        ]);
        const legsOf = request.packageKey === "" ? () => undefined : await legsByPackage(tx, org, rows);
        return { packages: rows.map((row) => toPackage(row, legsOf(row))), total };
      });
    },

    getLogisticsPackage: async ({ id }, call) => {
      const { row, legs } = await selectOne(call, id);
      return { package: toPackage(row, legs) };
    },

    getShipmentFootprint: async ({ id }, call) => {
      const { row, legs } = await selectOne(call, id);
      return { footprint: footprintOf(row, legs) };
    },
  };
};

async function legsByPackage(tx: Tx, org: string, rows: readonly PackageRow[]) {
  const ids = rows.map(({ id }) => id);
  const legs = Map.groupBy(await selectLegs(tx, org, ids), ({ packageId }) => packageId);
  return ({ id }: PackageRow): readonly LegRow[] => legs.get(id) ?? [];
}
