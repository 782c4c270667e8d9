import { create, equals } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { refuse, unknown } from "@emissions/kit/checks";
import type { Tx, Write } from "@emissions/kit/db";
import { notFound } from "@emissions/kit/errors";
import { isId, newId } from "@emissions/kit/id";
import { masked } from "@emissions/kit/mask";
import { principalOf } from "@emissions/kit/principal";
import { type PurchaseService, UpdatePurchaseRequestSchema } from "@emissions/proto/activity/v1/purchase_service";
import { EntityType, RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import type { Context } from "../context.ts";
import { ask, askSome } from "../list/ask.ts";
import { deleteById, deleteMatching } from "../list/deletion.ts";
import { selectList } from "../list/select.ts";
import { checkField, selectValues } from "../list/values.ts";
import { selectOrganization } from "../organization/queries.ts";
import { announceDeleted, announceStored } from "../records/announce.ts";
import { deleteRecords } from "../records/delete.ts";
import { type SupplierRow, selectSupplier, selectSuppliersById } from "../supplier/queries.ts";
import { type BuyerOf, rememberBuyers } from "./buyers.ts";
import { checkGroup, pinOf, pinsAnew, refuseOvertaken } from "./groups.ts";
import { toInput } from "./input.ts";
import { purchaseList } from "./list.ts";
import { type Related, toPurchase } from "./message.ts";
import {
  deletePurchase,
  inserted,
  insertPurchase,
  NOT_CALCULATED,
  type PurchaseRow,
  selectPurchase,
  selectUsersById,
  updatePurchase,
} from "./queries.ts";
import { checkPurchase, checkUnits, newValues, sentValues } from "./rules.ts";

export const purchaseHandlers = ({
  db,
  units,
  groups,
  buyerOf = rememberBuyers(db),
}: Pick<Context, "db" | "units" | "groups"> & { buyerOf?: BuyerOf }): ServiceImpl<typeof PurchaseService> => ({
  createPurchase: async (request, call) => {
    const catalogue = await units.all();
    const values = newValues(request);
    const known = await groups.inForce(call, [values]);
    const checks = [...checkPurchase(values), ...checkUnits(values, catalogue)];
    const groupChecks = checkGroup(values, known, principalOf(call).organizationId);
    if (checks.length > 0) refuse([...checks, ...groupChecks]);
    const buyer = await buyerOf(call);
    if (buyer === null) throw notFound("organization");
    return db.write(call, request, async (write) => {
      const { tx, org, principal, send, about } = write;
      // Only now, for a repeat gets the first answer although the group has changed since.
      refuse(groupChecks);
      const purchase = {
        ...values,
        id: newId(),
        organizationId: org,
        revision: 1,
        customGroupRevision: pinOf(values, known),
        uploadedBy: principal.userId,
        createdAt: new Date(),
      };
      about(purchase.id);
      const supplier = await selectNamedSupplier(tx, org, values.supplierId);
      send(insertPurchase(tx, org, purchase));
      announceStored(write, [toInput(purchase, { organization: buyer.organization, supplier, units: catalogue })]);
      return {
        purchase: toPurchase(inserted(org, purchase), { supplier, user: buyer.user, units: catalogue, groups: known }),
      };
    });
  },

  getPurchase: async ({ id }, call) => {
    const catalogue = await units.all();
    const { row, relatedTo } = await db.read(call, async (tx, org) => {
      const row = isId(id) ? await selectPurchase(tx, org, id) : null;
      if (row === null) throw notFound("purchase");
      return { row, relatedTo: await selectRelated(tx, [org], [row]) };
    });
    const known = await groups.forNames(call, [row]);
    return { purchase: toPurchase(row, { ...relatedTo(row), units: catalogue, groups: known }) };
  },

  listPurchases: async (request, call) => {
    const asked = ask(purchaseList, request, principalOf(call));
    const catalogue = await units.all();
    const found = await db.read(
      call,
      async (tx) => {
        const list = await selectList<PurchaseRow>(tx, asked);
        return { ...list, relatedTo: await selectRelated(tx, asked.orgs, list.rows) };
      },
      asked.view,
    );
    const { rows, relatedTo, ...numbers } = found;
    const known = await groups.forNames(call, rows);
    return {
      purchases: rows.map((row) => toPurchase(row, { ...relatedTo(row), units: catalogue, groups: known })),
      ...numbers,
    };
  },

  listPurchaseValues: async ({ field, ...request }, call) => {
    checkField(purchaseList, field);
    const asked = askSome(purchaseList, request, principalOf(call));
    return { uniqueValues: await db.read(call, (tx) => selectValues(tx, purchaseList, asked, field), asked.view) };
  },

  updatePurchase: async (request, call) => {
    const catalogue = await units.all();
    const changes = masked(UpdatePurchaseRequestSchema, request.updateMask, sentValues(request));
    const { id } = request;
    const seen = await db.read(call, async (tx, org) => (isId(id) ? selectPurchase(tx, org, id) : null));
    const named = seen === null ? [] : [{ ...seen, ...changes }];
    const known = await (seen !== null && pinsAnew(seen, { ...seen, ...changes })
      ? groups.inForce(call, named)
      : groups.forNames(call, named));
    return db.write(call, request, async (write) => {
      const { tx, org, about } = write;
      const before = isId(id) ? await selectPurchase(tx, org, id, "to change") : null;
      if (before === null) throw notFound("purchase");
      about(id);
      const after = { ...before, ...changes };
      const pinned = pinsAnew(before, after);
      if (pinned) refuseOvertaken(after, known);
      const groupChecks = pinned ? checkGroup(after, known, org) : [];
      refuse([...checkPurchase(after), ...checkUnits(after, catalogue), ...groupChecks]);
      if (pinned || after.customEmissionFactorId === null) after.customGroupRevision = pinOf(after, known);
      return { purchase: await storeChange(write, before, after, { units: catalogue, groups: known }) };
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

  deletePurchases: (request, call) =>
    db.write(call, request, async (write) => {
      const named = { table: purchaseList.table, field: "purchase_ids", ids: request.purchaseIds };
      return { deletion: await deleteById(write, named, removePurchases) };
    }),

  deletePurchasesByFilters: (request, call) => {
    const asked = ask(purchaseList, request, principalOf(call));
    return db.write(call, request, async (write) => ({
      deletion: await deleteMatching(write, asked, request.filterHash, removePurchases),
    }));
  },
});

const removePurchases = deleteRecords(purchaseList.table, EntityType.PURCHASES);

/** Announces the purchase only when the calculation would be told something else than before. */
async function storeChange(write: Write, before: PurchaseRow, after: PurchaseRow, lists: Lists) {
  const { tx, org } = write;
  const [organization, supplierBefore, supplier, relatedTo] = await Promise.all([
    selectOrganization(tx, org),
    selectNamedSupplier(tx, org, before.supplierId),
    selectNamedSupplier(tx, org, after.supplierId),
    selectRelated(tx, [org], [before]),
  ]);
  if (organization === null) throw notFound("organization");
  const revision = before.revision + 1;
  const { units } = lists;
  const sameInput = toInput({ ...before, revision }, { organization, supplier: supplierBefore, units });
  const input = toInput({ ...after, revision }, { organization, supplier, units });
  const again = !equals(RecordInputSchema, create(RecordInputSchema, input), create(RecordInputSchema, sameInput));
  if (again) announceStored(write, [input]);
  const row = await updatePurchase(
    tx,
    org,
    again ? { ...after, ...NOT_CALCULATED, revision } : keepType(before, after),
  );
  return toPurchase(row, { ...relatedTo(row), supplier, ...lists });
}

type Lists = Pick<Related, "units" | "groups">;

/** The factor of the library that priced a purchase has the last word about its type. */
const keepType = (before: PurchaseRow, after: PurchaseRow): PurchaseRow =>
  before.calculationStatus === "calculated" && after.customEmissionFactorId === null
    ? { ...after, purchaseType: before.purchaseType }
    : after;

/** The supplier, which cannot be deleted before the transaction ends. Unknown and foreign are refused alike. */
async function selectNamedSupplier(tx: Tx, org: string, id: string | null): Promise<SupplierRow | null> {
  if (id === null) return null;
  const supplier = isId(id) ? await selectSupplier(tx, org, id, "to refer to") : null;
  if (supplier === null) refuse([unknown("supplier_id")]);
  return supplier;
}

/** The suppliers and people that the purchases name, to be asked for by row. */
async function selectRelated(tx: Tx, orgs: readonly string[], rows: readonly PurchaseRow[]) {
  const [suppliers, users] = await Promise.all([
    selectSuppliersById(tx, orgs, [...new Set(rows.flatMap(({ supplierId }) => supplierId ?? []))]),
    selectUsersById(tx, [...new Set(rows.flatMap(({ uploadedBy }) => uploadedBy ?? []))]),
  ]);
  const supplierOf = new Map(suppliers.map((supplier) => [supplier.id, supplier]));
  const userOf = new Map(users.map((user) => [user.id, user]));
  return ({ supplierId, uploadedBy }: PurchaseRow): Omit<Related, keyof Lists> => ({
    supplier: supplierOf.get(supplierId ?? "") ?? null,
    user: userOf.get(uploadedBy ?? "") ?? null,
  });
}
