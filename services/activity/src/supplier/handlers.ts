import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { isId, newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { forward } from "@emissions/kit/wire/forward";
import { masked } from "@emissions/kit/wire/mask";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  SupplierCorrectedSchema,
  type SupplierService,
  UpdateSupplierRequestSchema,
} from "@emissions/proto/activity/v1/supplier_service";
import type { Context } from "../context.ts";
import { withCursor } from "../list/cursor.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery } from "../list/query.ts";
import { selectOrganization } from "../organization/queries.ts";
import { concurrentChange } from "../records/custom-factors.ts";
import { editionOf } from "../sector-edition.ts";
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
import {
  changed,
  checkStatus,
  checkSupplier,
  hasSameCode,
  isCode,
  needsCode,
  needsRecalculation,
  type SupplierValues,
  statusOf,
  supplierValues,
  withEdition,
} from "./rules.ts";

export const supplierHandlers = ({ db, countries, sectors }: Context): ServiceImpl<typeof SupplierService> => ({
  createSupplier: async (request, call) => {
    const values = supplierValues(request);
    refuse(checkSupplier(values, await countries.all()));
    const status = statusOf(await codeExists({ db, sectors }, call, values));
    return db.write(call, request, async ({ tx, org, about }) => {
      const id = newId();
      about(id);
      return { supplier: toSupplier(await insertSupplier(tx, org, id, { ...values, status })) };
    });
  },

  getSupplier: ({ id }, call) =>
    db.read(call, async (tx, org) => {
      const row = isId(id) ? await selectSupplier(tx, org, id) : null;
      if (row === null) throw notFound("supplier");
      return { supplier: toSupplier(row) };
    }),

  listSuppliers: async (request, call) => {
    const query = withCursor(parseListQuery(supplierList, request, principalOf(call)), call);
    const { rows, total } = await db.read(call, (tx) => selectList<SupplierRow>(tx, query));
    return { suppliers: rows.map(toSupplier), total };
  },

  updateSupplier: async (request, call) => {
    const { id, updateMask } = request;
    const allCountries = await countries.all();
    const changes = masked(UpdateSupplierRequestSchema, updateMask, supplierValues(request));
    const lookUp = async () => {
      const supplier = await db.read(call, async (tx, org) => (isId(id) ? selectSupplier(tx, org, id) : null));
      if (supplier === null) throw notFound("supplier");
      const after = { ...supplier, ...withEdition(supplier, changes) };
      return { after, exists: await codeExists({ db, sectors }, call, after) };
    };
    // Before the transaction, so that no lock waits for the factors service.
    const code = needsCode(changes) ? await lookUp() : null;
    return db.write(call, request, async ({ tx, org, emit, about }) => {
      const before = isId(id) ? await selectSupplier(tx, org, id, "for update") : null;
      if (before === null) throw notFound("supplier");
      const after = changed(before, withEdition(before, changes), code?.exists ?? false);
      if (code !== null && !hasSameCode(code.after, after)) throw concurrentChange();
      refuse([...checkSupplier(after, allCountries), ...(code === null ? [] : checkStatus(after, code.exists))]);
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

/** Asks the factors service. Fails while it is unavailable. A code of two meanings is as one that does not exist. */
async function codeExists(
  { db, sectors }: Pick<Context, "db" | "sectors">,
  call: HandlerContext,
  supplier: SupplierValues,
): Promise<boolean> {
  if (!isCode(supplier)) return false;
  const organization = await db.read(call, selectOrganization);
  const sectorEdition = editionOf(supplier.sectorEdition, organization?.sectorEdition);
  const asked = { code: supplier.code!, codeType: supplier.codeType!, ...(sectorEdition && { sectorEdition }) };
  return (await sectors.lookUpSector(asked, forward(call))).sector !== undefined;
}
