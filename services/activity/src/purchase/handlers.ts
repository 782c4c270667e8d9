import { create, equals } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { refuse, unknown } from "@emissions/kit/checks";
import type { Tx, Write } from "@emissions/kit/db";
import { notFound } from "@emissions/kit/errors";
import { isId, newId } from "@emissions/kit/id";
import { masked } from "@emissions/kit/mask";
import { type PurchaseService, UpdatePurchaseRequestSchema } from "@emissions/proto/activity/v1/purchase_service";
import { EntityType, RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import { withPage } from "../checks.ts";
import type { Context } from "../context.ts";
import { selectOrganization } from "../organization/queries.ts";
import { announceDeleted, announceStored } from "../records/announce.ts";
import { type SupplierRow, selectSupplier, selectSuppliersById } from "../supplier/queries.ts";
import { type BuyerOf, rememberBuyers } from "./buyers.ts";
import { checkList } from "./check-list.ts";
import { filterHash } from "./filter-hash.ts";
import { toInput } from "./input.ts";
import { type Related, toPurchase } from "./message.ts";
import {
  deletePurchase,
  inserted,
  insertPurchase,
  NOT_CALCULATED,
  type PurchaseRow,
  selectPurchase,
  selectPurchases,
  selectUsersById,
  updatePurchase,
} from "./queries.ts";
import { checkPurchase, checkUnits, newValues, type PurchaseValues, sentValues } from "./rules.ts";

export const purchaseHandlers = ({
  db,
  units,
  buyerOf = rememberBuyers(db),
}: Pick<Context, "db" | "units"> & { buyerOf?: BuyerOf }): ServiceImpl<typeof PurchaseService> => ({
  createPurchase: async (request, call) => {
    const catalogue = await units.all();
    const values = newValues(request);
    refuse([...checkPurchase(values), ...checkUnits(values, catalogue), ...checkGroup(values)]);
    const buyer = await buyerOf(call);
    if (buyer === null) throw notFound("organization");
    return db.write(call, request, async (write) => {
      const { tx, org, principal, send, about } = write;
      const purchase = { ...values, id: newId(), revision: 1, uploadedBy: principal.userId, createdAt: new Date() };
      about(purchase.id);
      const supplier = await selectNamedSupplier(tx, org, values.supplierId);
      send(insertPurchase(tx, org, purchase));
      announceStored(write, [toInput(purchase, { organization: buyer.organization, supplier, units: catalogue })]);
      return { purchase: toPurchase(inserted(org, purchase), { supplier, user: buyer.user, units: catalogue }) };
    });
  },

  getPurchase: async ({ id }, call) => {
    const catalogue = await units.all();
    return db.read(call, async (tx, org) => {
      const row = isId(id) ? await selectPurchase(tx, org, id) : null;
      if (row === null) throw notFound("purchase");
      const relatedTo = await selectRelated(tx, org, [row]);
      return { purchase: toPurchase(row, { ...relatedTo(row), units: catalogue }) };
    });
  },

  listPurchases: async (sent, call) => {
    const request = withPage(sent);
    refuse(checkList(sent));
    const catalogue = await units.all();
    return db.read(call, async (tx, org) => {
      const { rows, total, ids } = await selectPurchases(tx, org, request);
      const relatedTo = await selectRelated(tx, org, rows);
      return {
        purchases: rows.map((row) => toPurchase(row, { ...relatedTo(row), units: catalogue })),
        total,
        filterHash: filterHash(org, request, { total, ids }),
      };
    });
  },

  updatePurchase: async (request, call) => {
    const catalogue = await units.all();
    const changes = masked(UpdatePurchaseRequestSchema, request.updateMask, sentValues(request));
    return db.write(call, request, async (write) => {
      const { tx, org, about } = write;
      const { id } = request;
      const before = isId(id) ? await selectPurchase(tx, org, id, "to change") : null;
      if (before === null) throw notFound("purchase");
      about(id);
      const after = { ...before, ...changes };
      refuse([...checkPurchase(after), ...checkUnits(after, catalogue), ...checkGroup(after)]);

      return { purchase: await storeChange(write, before, after, catalogue) };
    });
  },

  deletePurchase: (request, call) =>
    db.write(call, request, async (write) => {
      const { tx, org, about } = write;
      const { id } = request;
      const deleted = isId(id) ? await deletePurchase(tx, org, id) : null;
      if (deleted === null) throw notFound("purchase");
      about(id);
      announceDeleted(write, EntityType.PURCHASES, { id, ...deleted });
      return {};
    }),
});

/** Announces the purchase only when the calculation would be told something else than before. */
async function storeChange(write: Write, before: PurchaseRow, after: PurchaseRow, units: Related["units"]) {
  const { tx, org } = write;
  const [organization, supplierBefore, supplier, relatedTo] = await Promise.all([
    selectOrganization(tx, org),
    selectNamedSupplier(tx, org, before.supplierId),
    selectNamedSupplier(tx, org, after.supplierId),
    selectRelated(tx, org, [before]),
  ]);
  if (organization === null) throw notFound("organization");
  const revision = before.revision + 1;
  const sameInput = toInput({ ...before, revision }, { organization, supplier: supplierBefore, units });
  const input = toInput({ ...after, revision }, { organization, supplier, units });
  const again = !equals(RecordInputSchema, create(RecordInputSchema, input), create(RecordInputSchema, sameInput));
  if (again) announceStored(write, [input]);
  const row = await updatePurchase(
    tx,
    org,
    again ? { ...after, ...NOT_CALCULATED, revision } : keepType(before, after),
  );
  return toPurchase(row, { ...relatedTo(row), supplier, units });
}

/** The factor that priced a purchase has the last word about its type. */
const keepType = (before: PurchaseRow, after: PurchaseRow): PurchaseRow =>
  before.calculationStatus === "calculated" ? { ...after, purchaseType: before.purchaseType } : after;

/** Custom emission groups do not exist yet, so no id names one. */
const checkGroup = ({ customEmissionFactorId }: PurchaseValues) =>
  customEmissionFactorId === null ? [] : [unknown("custom_emission_factor_id")];

/** The supplier, which cannot be deleted before the transaction ends. Unknown and foreign are refused alike. */
async function selectNamedSupplier(tx: Tx, org: string, id: string | null): Promise<SupplierRow | null> {
  if (id === null) return null;
  const supplier = isId(id) ? await selectSupplier(tx, org, id, "to refer to") : null;
  if (supplier === null) refuse([unknown("supplier_id")]);
  return supplier;
}

/** The suppliers and people that the purchases name, to be asked for by row. */
async function selectRelated(tx: Tx, org: string, rows: readonly PurchaseRow[]) {
  const [suppliers, users] = await Promise.all([
    selectSuppliersById(tx, org, [...new Set(rows.flatMap(({ supplierId }) => supplierId ?? []))]),
    selectUsersById(tx, [...new Set(rows.flatMap(({ uploadedBy }) => uploadedBy ?? []))]),
  ]);
  const supplierOf = new Map(suppliers.map((supplier) => [supplier.id, supplier]));
  const userOf = new Map(users.map((user) => [user.id, user]));
  return ({ supplierId, uploadedBy }: PurchaseRow): Omit<Related, "units"> => ({
    supplier: supplierOf.get(supplierId ?? "") ?? null,
    user: userOf.get(uploadedBy ?? "") ?? null,
  });
}
