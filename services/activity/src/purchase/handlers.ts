import { create, equals } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db";
import { notFound } from "@emissions/kit/errors";
import { isId, newId } from "@emissions/kit/id";
import { type PurchaseService, UpdatePurchaseRequestSchema } from "@emissions/proto/activity/v1/purchase_service";
import { EntityType, RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import { refuse, unknown, withPage } from "../checks.ts";
import type { Context } from "../context.ts";
import { masked } from "../mask.ts";
import { selectOrganization } from "../organization/queries.ts";
import { announceDeleted, announceStored } from "../records/announce.ts";
import { selectSupplier, selectSuppliersById } from "../supplier/queries.ts";
import { checkList } from "./check-list.ts";
import { filterHash } from "./filter-hash.ts";
import { type Surroundings, toInput } from "./input.ts";
import { type Related, toPurchase } from "./message.ts";
import {
  deletePurchase,
  insertPurchase,
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
}: Pick<Context, "db" | "units">): ServiceImpl<typeof PurchaseService> => ({
  createPurchase: async (request, call) => {
    const catalogue = await units.all();
    const values = newValues(request);
    refuse([...checkPurchase(values), ...checkUnits(values, catalogue), ...checkGroup(values)]);
    return db.write(call, request, async (write) => {
      const { tx, org, principal, about } = write;
      const purchase = { ...values, id: newId(), revision: 1, uploadedBy: principal.userId };
      about(purchase.id);
      const [around, user] = await Promise.all([
        selectSurroundings(tx, org, values.supplierId),
        selectUser(tx, purchase.uploadedBy),
      ]);
      // The event is made from what is sent to the table, so that both travel at once.
      const [row] = await Promise.all([
        insertPurchase(tx, org, purchase),
        announceStored(write, [toInput(purchase, { ...around, units: catalogue })]),
      ]);
      return { purchase: toPurchase(row, { supplier: around.supplier, user, units: catalogue }) };
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

      const [was, is, relatedTo] = await Promise.all([
        selectSurroundings(tx, org, before.supplierId),
        selectSurroundings(tx, org, after.supplierId),
        selectRelated(tx, org, [before]),
      ]);
      const input = toInput({ ...after, revision: before.revision + 1 }, { ...is, units: catalogue });
      const sameInput = toInput({ ...before, revision: before.revision + 1 }, { ...was, units: catalogue });
      const again = !equals(RecordInputSchema, create(RecordInputSchema, input), create(RecordInputSchema, sameInput));
      const [row] = await Promise.all([
        updatePurchase(tx, org, again ? pending(after) : keepType(before, after)),
        again ? announceStored(write, [input]) : null,
      ]);
      return { purchase: toPurchase(row, { ...relatedTo(row), supplier: is.supplier, units: catalogue }) };
    });
  },

  deletePurchase: (request, call) =>
    db.write(call, request, async (write) => {
      const { tx, org, about } = write;
      const { id } = request;
      const deleted = isId(id) ? await deletePurchase(tx, org, id) : null;
      if (deleted === null) throw notFound("purchase");
      about(id);
      await announceDeleted(write, EntityType.PURCHASES, { id, ...deleted });
      return {};
    }),
});

/** The next revision, without the number of the one before. */
const pending = (purchase: PurchaseRow): PurchaseRow => ({
  ...purchase,
  revision: purchase.revision + 1,
  calculationStatus: "pending",
  calculationErrorCode: null,
  co2e: null,
  exchangeRateToEur: null,
  exchangeRateDate: null,
});

/** The factor that priced a purchase has the last word about its type. */
const keepType = (before: PurchaseRow, after: PurchaseRow): PurchaseRow =>
  before.calculationStatus === "calculated" ? { ...after, purchaseType: before.purchaseType } : after;

/** Custom emission groups do not exist yet, so no id names one. */
const checkGroup = ({ customEmissionFactorId }: PurchaseValues) =>
  customEmissionFactorId === null ? [] : [unknown("custom_emission_factor_id")];

/** What prices a purchase of the organization. The supplier cannot be deleted before the transaction ends. */
async function selectSurroundings(tx: Tx, org: string, supplierId: string | null) {
  const [organization, supplier] = await Promise.all([
    selectOrganization(tx, org),
    supplierId !== null && isId(supplierId) ? selectSupplier(tx, org, supplierId, "to refer to") : null,
  ]);
  if (organization === null) throw notFound("organization");
  if (supplierId !== null && supplier === null) refuse([unknown("supplier_id")]);
  return { organization, supplier } satisfies Omit<Surroundings, "units">;
}

const selectUser = async (tx: Tx, id: string | null) =>
  id === null ? null : ((await selectUsersById(tx, [id]))[0] ?? null);

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
