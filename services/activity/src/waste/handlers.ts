import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import { UpdateWasteRequestSchema, type WasteService } from "@emissions/proto/activity/v1/waste_service";
import { checkBatchSize } from "../batch.ts";
import type { Context } from "../context.ts";
import { lockCountries } from "../facility/queries.ts";
import { checkNamedFacility } from "../facility/rules.ts";
import { moveFacilityTotals } from "../facility/totals.ts";
import { beginJob } from "../job/begin.ts";
import { toJob } from "../job/message.ts";
import { callerCache } from "../organization/caller-cache.ts";
import { selectOrganization, selectUsersById } from "../organization/queries.ts";
import { announceStored } from "../records/announce.ts";
import { type Factors, pinOf, refuseConcurrentChange } from "../records/custom-factors.ts";
import { storeBatch } from "./batch.ts";
import { deleteWastes } from "./deletion.ts";
import { toInput } from "./input.ts";
import { wasteListHandlers } from "./list-handlers.ts";
import { toWaste } from "./message.ts";
import { inserted, insertWastes, NOT_CALCULATED, selectWaste, updateWaste, type WasteRow } from "./queries.ts";
import {
  batchValues,
  checkReferences,
  checkUnit,
  checkWaste,
  type NewWasteValues,
  needsRecalculation,
  newValues,
  type References,
  sentValues,
  type WasteValues,
} from "./rules.ts";

const BATCH_MAX = 5_000;

export const wasteHandlers = (context: Context): ServiceImpl<typeof WasteService> => {
  const { db, factors } = context;
  const callerOf = callerCache(db);
  return {
    ...wasteListHandlers(context),

    createWaste: async (request, call) => {
      const values = newValues(request);
      const references = await referencesOf(context, await factors.inForce(call, [values]));
      const { organization, user } = await callerOf(call);
      return db.write(call, request, async (write) => {
        const row = await storeWaste(write, values, { references, gwpSet: organization.gwpSet });
        return { waste: toWaste(row, { ...references, user }) };
      });
    },

    createWastes: async (request, call) => {
      checkBatchSize("records", request.records.length, BATCH_MAX);
      const wastes = request.records.map(batchValues);
      const references = await referencesOf(context, await factors.inForce(call, wastes));
      const { gwpSet } = (await callerOf(call)).organization;
      return db.write(call, request, async (write) => ({
        job: await storeBatch(write, { wastes, references, gwpSet }),
      }));
    },

    getWaste: async ({ wasteId: id }, call) => {
      const { row, user } = await db.read(call, async (tx, org) => {
        const row = isId(id) ? await selectWaste(tx, org, id) : null;
        if (row === null) throw notFound("waste");
        return { row, user: await selectUser(tx, row) };
      });
      const references = await referencesOf(context, await factors.forNames(call, [row]));
      return { waste: toWaste(row, { ...references, user }) };
    },

    updateWaste: async (request, call) => {
      const { wasteId: id } = request;
      const changes = masked(UpdateWasteRequestSchema, request.updateMask, sentValues(request));
      const seen = await db.read(call, async (tx, org) => (isId(id) ? selectWaste(tx, org, id) : null));
      const named = seen === null ? [] : [{ ...seen, ...changes }];
      const isAnew = seen !== null && needsRecalculation(seen, changes);
      const known = await (isAnew ? factors.inForce(call, named) : factors.forNames(call, named));
      const references = await referencesOf(context, known);
      return db.write(call, request, async (write) => {
        const { tx, org, about } = write;
        // Before the waste itself, in the order in which a facility is deleted with its wastes.
        const countryOf = await lockCountries(tx, org, seen === null ? [] : [seen.facilityId]);
        const before = seen === null ? null : await selectWaste(tx, org, id, "to change");
        if (before === null) throw notFound("waste");
        about(id);
        const country = countryOf.get(before.facilityId)!;
        const row = await storeChange(write, { before, changes, country }, references);
        return { waste: toWaste(row, { ...references, user: await selectUser(tx, row) }) };
      });
    },

    deleteWaste: (request, call) =>
      db.write(call, request, async (write) => {
        const { wasteId: id } = request;
        const deleted = isId(id) ? await deleteWastes(write, [id]) : [];
        if (deleted.length === 0) throw notFound("waste");
        write.about(id);
        return {};
      }),

    deleteWastes: (request, call) => {
      checkBatchSize("waste_ids", request.wasteIds.length, BATCH_MAX);
      refuse(checkIds(request.wasteIds));
      return db.write(call, request, async (write) => {
        const items = request.wasteIds.map((id) => ({ entityId: id.toLowerCase() }));
        return { job: toJob(beginJob(write, { entityType: "wastes", operation: "delete", items })) };
      });
    },
  };
};

async function storeWaste(
  write: Write,
  values: NewWasteValues,
  { references, gwpSet }: { references: References; gwpSet: string },
): Promise<WasteRow> {
  const { tx, org, principal, send, about } = write;
  const countryOf = await lockCountries(tx, org, [values.facilityId]);
  // Only now, for a repeat gets the first answer although facility or factor are gone since.
  refuse([
    ...checkWaste(values),
    ...checkNamedFacility(values, countryOf),
    ...checkReferences(values, references),
    ...checkUnit(values, references),
  ]);
  const waste = {
    ...values,
    ...pinOf(values, references.factors),
    id: newId(),
    revision: 1,
    uploadedBy: principal.userId,
    createdAt: new Date(),
  };
  about(waste.id);
  send(insertWastes(tx, org, [waste]));
  const country = countryOf.get(waste.facilityId)!;
  announceStored(write, [toInput(waste, { gwpSet, country, units: references.units })]);
  return inserted(org, waste);
}

interface Change {
  before: WasteRow;
  changes: Partial<WasteValues>;
  /** Of the facility. */
  country: string;
}

/** Announces the waste only when it has to be calculated again. */
async function storeChange(write: Write, { before, changes, country }: Change, references: References) {
  const { tx, org } = write;
  const after = { ...before, ...changes };
  if (!needsRecalculation(before, changes)) {
    refuse(checkWaste(after));
    return updateWaste(tx, org, after);
  }
  refuseConcurrentChange(after, references.factors);
  refuse([...checkWaste(after), ...checkReferences(after, references), ...checkUnit(after, references)]);
  const organization = await selectOrganization(tx, org);
  if (organization === null) throw notFound("organization");
  const revision = before.revision + 1;
  const anew = { ...after, ...pinOf(after, references.factors), ...NOT_CALCULATED, revision };
  announceStored(write, [toInput(anew, { gwpSet: organization.gwpSet, country, units: references.units })]);
  const row = await updateWaste(tx, org, anew);
  await moveFacilityTotals(tx, org, [{ facilityId: before.facilityId, was: before, is: null }]);
  return row;
}

const checkIds = (ids: readonly string[]) =>
  ids.flatMap((id, index) =>
    isId(id)
      ? []
      : [{ loc: ["body", "waste_ids", String(index)], msg: "value is not a valid uuid", type: "type_error.uuid" }],
  );

async function referencesOf({ units, lerCodes, rdCodes }: Context, factors: Factors) {
  const [known, ler, rd] = await Promise.all([units.all(), lerCodes.all(), rdCodes.all()]);
  return { units: known, lerCodes: ler, rdCodes: rd, factors };
}

async function selectUser(tx: Tx, { uploadedBy }: WasteRow) {
  if (uploadedBy === null) return null;
  const [user] = await selectUsersById(tx, [uploadedBy]);
  return user ?? null;
}
