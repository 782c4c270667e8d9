import { create, equals } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { refuse, unknown } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import { principalOf } from "@emissions/kit/wire/principal";
import { type PurchaseService, UpdatePurchaseRequestSchema } from "@emissions/proto/activity/v1/purchase_service";
import { EntityType, RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import type { Context } from "../context.ts";
import { callerCache } from "../organization/caller-cache.ts";
import { selectOrganization } from "../organization/queries.ts";
import { announceDeleted, announceStored } from "../records/announce.ts";
import { type SupplierRow, selectSupplier } from "../supplier/queries.ts";
import { checkGroup, namesOf, pinOf, refuseConcurrentChange, repinsFactor } from "./groups.ts";
import { type PricingContext, toInput } from "./input.ts";
import { purchaseListHandlers } from "./list-handlers.ts";
import { type Related, toPurchase } from "./message.ts";
import {
  deletePurchase,
  inserted,
  insertPurchase,
  NOT_CALCULATED,
  type PurchaseRow,
  selectPurchase,
  updatePurchase,
} from "./queries.ts";
import { selectRelated } from "./related.ts";
import { checkPurchase, checkUnits, newValues, type PurchaseValues, sentValues } from "./rules.ts";

export const purchaseHandlers = (context: Context): ServiceImpl<typeof PurchaseService> => {
  const { db, units, factors } = context;
  const callerOf = callerCache(db);
  return {
    ...purchaseListHandlers(context),

    createPurchase: async (request, call) => {
      const catalogue = await units.all();
      const values = newValues(request);
      const known = await factors.inForce(call, [namesOf(values)]);
      const checks = [...checkPurchase(values), ...checkUnits(values, catalogue)];
      const groupChecks = checkGroup(values, known, principalOf(call).organizationId);
      if (checks.length > 0) refuse([...checks, ...groupChecks]);
      const { organization, user } = await callerOf(call);
      return db.write(call, request, async (write) => {
        // Only now, for a repeat gets the first answer although the group has changed since.
        refuse(groupChecks);
        const lists = { units: catalogue, factors: known };
        const { row, supplier } = await storePurchase(write, values, { organization, ...lists });
        return { purchase: toPurchase(row, { supplier, user, ...lists }) };
      });
    },

    getPurchase: async ({ id }, call) => {
      const catalogue = await units.all();
      const { row, relatedTo } = await db.read(call, async (tx, org) => {
        const row = isId(id) ? await selectPurchase(tx, org, id) : null;
        if (row === null) throw notFound("purchase");
        return { row, relatedTo: await selectRelated(tx, [org], [row]) };
      });
      const known = await factors.forNames(call, [row]);
      return { purchase: toPurchase(row, { ...relatedTo(row), units: catalogue, factors: known }) };
    },

    updatePurchase: async (request, call) => {
      const catalogue = await units.all();
      const changes = masked(UpdatePurchaseRequestSchema, request.updateMask, sentValues(request));
      const { id } = request;
      const seen = await db.read(call, async (tx, org) => (isId(id) ? selectPurchase(tx, org, id) : null));
      const named = seen === null ? [] : [namesOf({ ...seen, ...changes })];
      const known = await (seen !== null && repinsFactor(seen, changes)
        ? factors.inForce(call, named)
        : factors.forNames(call, named));
      return db.write(call, request, async (write) => {
        const { tx, org, about } = write;
        const before = isId(id) ? await selectPurchase(tx, org, id, "to change") : null;
        if (before === null) throw notFound("purchase");
        about(id);
        const after = { ...before, ...changes };
        const pinned = repinsFactor(before, changes);
        if (pinned) refuseConcurrentChange(after, known);
        const isTriedAgain = before.calculationErrorCode !== null && PRICING.some((field) => field in changes);
        const groupChecks = pinned ? checkGroup(after, known, org) : [];
        refuse([...checkPurchase(after), ...checkUnits(after, catalogue), ...groupChecks]);
        if (pinned || after.customEmissionFactorId === null) after.customGroupRevision = pinOf(after, known);
        return {
          purchase: await storeChange(write, { before, after, isTriedAgain }, { units: catalogue, factors: known }),
        };
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
  };
};

async function storePurchase(
  write: Write,
  values: PurchaseValues,
  { organization, units, factors }: Catalogues & Pick<PricingContext, "organization">,
) {
  const { tx, org, principal, send, about } = write;
  const purchase = {
    ...values,
    id: newId(),
    organizationId: org,
    revision: 1,
    customGroupRevision: pinOf(values, factors),
    uploadedBy: principal.userId,
    createdAt: new Date(),
  };
  about(purchase.id);
  const supplier = await selectNamedSupplier(tx, org, values.supplierId);
  send(insertPurchase(tx, org, purchase));
  announceStored(write, [toInput(purchase, { organization, supplier, units })]);
  return { row: inserted(org, purchase), supplier };
}

/** Any of these sent as it was has a purchase that failed calculated again: what was wrong may be right by now. */
const PRICING = [
  "sector",
  "quantity",
  "unitId",
  "nonCurrencyQuantity",
  "nonCurrencyUnitId",
  "purchaseDate",
  "supplierId",
  "customEmissionFactorId",
] as const satisfies (keyof PurchaseValues)[];

interface Change {
  before: PurchaseRow;
  after: PurchaseRow;
  isTriedAgain: boolean;
}

/** Announces the purchase only when the calculation would be told something else than before, or failed and is tried again. */
async function storeChange(write: Write, { before, after, isTriedAgain }: Change, lists: Catalogues) {
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
  const again =
    isTriedAgain || !equals(RecordInputSchema, create(RecordInputSchema, input), create(RecordInputSchema, sameInput));
  if (again) announceStored(write, [input]);
  const row = await updatePurchase(
    tx,
    org,
    again ? { ...after, ...NOT_CALCULATED, revision } : keepType(before, after),
  );
  return toPurchase(row, { ...relatedTo(row), supplier, ...lists });
}

type Catalogues = Pick<Related, "units" | "factors">;

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
