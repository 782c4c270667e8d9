import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { checkText, refuse } from "@emissions/kit/wire/checks";
import { notFound, unprocessable } from "@emissions/kit/wire/errors";
import { forward } from "@emissions/kit/wire/forward";
import { SoldProductChangedSchema, type SoldProductService } from "@emissions/proto/activity/v1/sold_product_service";
import { checkCountryCode } from "../checks.ts";
import type { Context } from "../context.ts";
import { callerCache } from "../organization/caller-cache.ts";
import { concurrentChange } from "../records/custom-factors.ts";
import type { Caller } from "../records/kind.ts";
import { deleteOwners } from "../records/owned.ts";
import { changesIn } from "../records/rules.ts";
import { footprintOf, selectUse } from "./footprint.ts";
import { soldProductOwner } from "./owner.ts";
import { deletePeriodsOf } from "./period-queries.ts";
import { insertProduct, selectProduct, selectProducts, updateProduct } from "./product-queries.ts";
import { type ProductRow, toColumns, toProduct, valuesOf } from "./product-row.ts";
import { checkProduct, columns, type ProductLookups, type ProductValues, readValues } from "./rules.ts";
import { soldProductSales } from "./sold_product_sale.ts";
import { isSameUse } from "./use-phase.ts";

/** Products in an answer without pages: with the longest texts they fit into a message. */
const LISTED_MAX = 1_000;
const PAGE_SIZE = 50;
const PAGE_SIZE_MAX = 100;
const NAME_MAX = 255;
/** Sales that one request deletes with their product: the deletion ends within the timeout of a request. */
export const DELETED_SALES_MAX = 200_000;

export const soldProductHandlers = (context: Context): ServiceImpl<typeof SoldProductService> => {
  const { db, units, vehicleEnergies, fuels } = context;
  const callerOf = callerCache(db);

  /** Catalogue entries that the values name. Call it before a transaction begins. */
  const lookUp = async (call: Caller, { energyPerUse, energyPerYear }: ProductValues): Promise<ProductLookups> => {
    const named = [energyPerUse?.facilityFuelId, energyPerYear?.facilityFuelId].filter((id) => id && isId(id));
    const facilityFuels = async () => {
      if (named.length === 0) return [];
      const { organization } = await callerOf(call);
      const request = { country: organization.country, ids: named as string[] };
      return (await fuels.lookUpFacilityFuels(request, forward(call))).fuels;
    };
    const [known, vehicleFuels, found] = await Promise.all([units.all(), vehicleEnergies.all(), facilityFuels()]);
    return { units: known, vehicleFuels, facilityFuels: new Map(found.map((fuel) => [fuel.id, fuel])) };
  };

  const getProduct = async (tx: Tx, org: string, id: string, lock?: "to change"): Promise<ProductRow> => {
    const row = isId(id) ? await selectProduct(tx, org, id, lock) : null;
    if (row === null) throw notFound("sold product");
    return row;
  };

  return {
    createSoldProduct: async (request, call) => {
      const values = readValues(request.values ?? {});
      const lookups = await lookUp(call, values);
      return db.write(call, request, async ({ tx, org, principal, about }) => {
        refuse(checkProduct(values, lookups));
        const id = newId();
        about(id);
        await insertProduct(tx, org, principal.userId, { ...toColumns(values, lookups), id });
        return { soldProduct: toProduct(await getProduct(tx, org, id)) };
      });
    },

    getSoldProduct: ({ productId }, call) =>
      db.read(call, async (tx, org) => ({ soldProduct: toProduct(await getProduct(tx, org, productId)) })),

    listSoldProducts: async ({ name, page, size }, call) => {
      refuse(checkText("name", name, { max: NAME_MAX }));
      const isPaged = page > 0 || size > 0;
      const limit = isPaged ? Math.min(size || PAGE_SIZE, PAGE_SIZE_MAX) : LISTED_MAX;
      const offset = (Math.max(page, 1) - 1) * limit;
      const { rows, total } = await db.read(call, (tx, org) => selectProducts(tx, org, { name, limit, offset }));
      if (!isPaged && total > LISTED_MAX)
        throw unprocessable("TOO_MANY_ROWS", `More than ${LISTED_MAX} products match. Send page and size.`);
      return { soldProducts: rows.map(toProduct), total };
    },

    updateSoldProduct: async (request, call) => {
      const { productId: id, updateMask, values = {} } = request;
      const changes = changesIn<ProductValues>(columns, updateMask, { values: readValues(values), more: {} });
      const seen = await db.read(call, (tx, org) => (isId(id) ? selectProduct(tx, org, id) : Promise.resolve(null)));
      const lookups = seen && (await lookUp(call, { ...valuesOf(seen), ...changes }));
      return db.write(call, request, async ({ tx, org, about, emit }) => {
        const before = await getProduct(tx, org, id, "to change");
        // Another change named a fuel that is not looked up here.
        if (lookups === null || before.facilityFuelId !== seen?.facilityFuelId) throw concurrentChange();
        const changed = { ...valuesOf(before), ...changes };
        refuse(checkProduct(changed, lookups));
        const after = { ...toColumns(changed, lookups), id };
        about(id, fieldChanges(before, after));
        await updateProduct(tx, org, after);
        // There can be many sales, so consumers recalculate them in pages after this commit.
        if (!isSameUse(before, after)) emit(SoldProductChangedSchema, { productId: id });
        return { soldProduct: toProduct(await getProduct(tx, org, id)) };
      });
    },

    deleteSoldProduct: (request, call) =>
      db.write(call, request, async (write) => {
        const { productId: id } = request;
        const { ids, deletedWith } = isId(id)
          ? await deleteOwners(write, soldProductOwner, [soldProductSales], [id], DELETED_SALES_MAX)
          : { ids: [], deletedWith: [] };
        if (ids.length === 0) throw notFound("sold product");
        write.send(deletePeriodsOf(write.tx, write.org, id));
        write.about(id);
        return { deletedSales: deletedWith[0]?.count ?? 0 };
      }),

    getSoldProductFootprint: ({ productId, country }, call) => {
      refuse(country === "" ? [] : checkCountryCode("country", country));
      return db.read(call, async (tx, org) => {
        const product = await getProduct(tx, org, productId);
        return { footprint: footprintOf(product, await selectUse(tx, org, productId, country), country) };
      });
    },
  };
};
