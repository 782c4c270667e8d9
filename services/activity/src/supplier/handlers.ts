import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { isId, newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  SupplierCorrectedSchema,
  type SupplierService,
  UpdateSupplierRequestSchema,
} from "@emissions/proto/activity/v1/supplier_service";
import type { Country } from "@emissions/proto/factors/v1/country_service";
import type { Context } from "../context.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery } from "../list/query.ts";
import { supplierList } from "./list.ts";
import {
  deleteSupplier,
  insertSupplier,
  isSupplierInUse,
  type SupplierRow,
  selectSupplier,
  toSupplier,
  updateSupplier,
} from "./queries.ts";
import { changed, checkSupplier, needsRecalculation, type SupplierValues, supplierValues } from "./rules.ts";

export const supplierHandlers = ({ db, countries }: Context): ServiceImpl<typeof SupplierService> => ({
  createSupplier: async (request, call) => {
    const values = checked(supplierValues(request), await countries.all());
    return db.write(call, request, async ({ tx, org, about }) => {
      const id = newId();
      about(id);
      return { supplier: toSupplier(await insertSupplier(tx, org, id, values)) };
    });
  },

  getSupplier: ({ id }, call) =>
    db.read(call, async (tx, org) => {
      const row = isId(id) ? await selectSupplier(tx, org, id) : null;
      if (row === null) throw notFound("supplier");
      return { supplier: toSupplier(row) };
    }),

  listSuppliers: async (request, call) => {
    const query = parseListQuery(supplierList, request, principalOf(call));
    const { rows, total } = await db.read(call, (tx) => selectList<SupplierRow>(tx, query));
    return { suppliers: rows.map(toSupplier), total };
  },

  updateSupplier: async (request, call) => {
    const allCountries = await countries.all();
    return db.write(call, request, async ({ tx, org, emit, about }) => {
      const { id, updateMask } = request;
      const before = isId(id) ? await selectSupplier(tx, org, id, "for update") : null;
      if (before === null) throw notFound("supplier");
      const changes = masked(UpdateSupplierRequestSchema, updateMask, supplierValues(request));
      const after = checked(changed(before, changes), allCountries);
      about(id, fieldChanges(before, after));
      // A consumer recalculates the purchases in batches after this commit.
      if (needsRecalculation(before, after)) emit(SupplierCorrectedSchema, { supplierId: id });
      return { supplier: toSupplier(await updateSupplier(tx, org, id, after)) };
    });
  },

  deleteSupplier: (request, call) =>
    db.write(call, request, async ({ tx, org, about }) => {
      const { id } = request;
      // The lock prevents a concurrent purchase from this supplier.
      const row = isId(id) ? await selectSupplier(tx, org, id, "for update") : null;
      if (row === null) throw notFound("supplier");
      about(id);
      if (await isSupplierInUse(tx, org, id)) {
        throw conflict("SUPPLIER_IN_USE", "Purchases name the supplier.");
      }
      await deleteSupplier(tx, org, id);
      return {};
    }),
});

function checked(supplier: SupplierValues, countries: ReadonlyMap<string, Country>): SupplierValues {
  refuse(checkSupplier(supplier, countries));
  return supplier;
}
