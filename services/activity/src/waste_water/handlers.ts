import type { ServiceImpl } from "@connectrpc/connect";
import type { Write } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  UpdateWasteWaterTreatmentRequestSchema,
  type WasteWaterTreatmentService,
} from "@emissions/proto/activity/v1/waste_water_treatment_service";
import type { Context } from "../context.ts";
import { lockCountries } from "../facility/queries.ts";
import { checkNamedFacility } from "../facility/rules.ts";
import { moveFacilityTotals } from "../facility/totals.ts";
import { deleteById, deleteMatching } from "../list/deletion.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery, parsePartialListQuery } from "../list/query.ts";
import { selectOrganization } from "../organization/queries.ts";
import { announceStored } from "../records/announce.ts";
import { pinOf, refuseConcurrentChange } from "../records/custom-factors.ts";
import { toInput } from "./input.ts";
import { treatmentList } from "./list.ts";
import { toTreatment } from "./message.ts";
import { insertTreatment, NOT_CALCULATED, selectTreatment, type TreatmentRow, updateTreatment } from "./queries.ts";
import { deleteTreatments } from "./record-type.ts";
import {
  checkReferences,
  checkTreatment,
  needsRecalculation,
  newValues,
  type References,
  sentValues,
  type TreatmentValues,
} from "./rules.ts";

type Handlers = ServiceImpl<typeof WasteWaterTreatmentService>;

export const wasteWaterHandlers = (context: Context): Handlers => {
  const { db, factors, units } = context;
  return {
    ...deletionHandlers(context),

    createWasteWaterTreatment: async (request, call) => {
      const values = newValues(request);
      const references = { units: await units.all(), factors: await factors.inForce(call, [values]) };
      return db.write(call, request, async (write) => {
        const { tx, org, principal, about } = write;
        const countryOf = await lockCountries(tx, org, [values.facilityId]);
        // Only now, for a repeat gets the first answer although facility or factor are gone since.
        refuse([
          ...checkTreatment(values),
          ...checkNamedFacility(values, countryOf),
          ...checkReferences(values, references),
        ]);
        const pin = pinOf(values, references.factors);
        const row = await insertTreatment(tx, org, { ...values, ...pin, id: newId(), uploadedBy: principal.userId });
        about(row.id);
        await announce(write, row, countryOf.get(row.facilityId)!, references);
        return { wasteWaterTreatment: toTreatment(row, references) };
      });
    },

    getWasteWaterTreatment: async ({ id }, call) => {
      const row = await db.read(call, async (tx, org) => (isId(id) ? selectTreatment(tx, org, id) : null));
      if (row === null) throw notFound("waste water treatment");
      const related = { units: await units.all(), factors: await factors.forNames(call, [row]) };
      return { wasteWaterTreatment: toTreatment(row, related) };
    },

    listWasteWaterTreatments: async (request, call) => {
      const asked = parseListQuery(treatmentList, request, principalOf(call));
      const list = await db.read(call, (tx) => selectList<TreatmentRow>(tx, asked), asked.view);
      const { rows, ...numbers } = list;
      const related = { units: await units.all(), factors: await factors.forNames(call, rows) };
      return { wasteWaterTreatments: rows.map((row) => toTreatment(row, related)), ...numbers };
    },

    updateWasteWaterTreatment: async (request, call) => {
      const { id } = request;
      const changes = masked(UpdateWasteWaterTreatmentRequestSchema, request.updateMask, sentValues(request));
      const seen = await db.read(call, async (tx, org) => (isId(id) ? selectTreatment(tx, org, id) : null));
      const named = seen === null ? [] : [{ ...seen, ...changes }];
      const isAnew = seen !== null && needsRecalculation(seen, changes);
      const known = await (isAnew ? factors.inForce(call, named) : factors.forNames(call, named));
      const references = { units: await units.all(), factors: known };
      return db.write(call, request, async (write) => {
        const { tx, org, about } = write;
        // Before the treatment itself, in the order in which a facility is deleted with its treatments.
        const countryOf = await lockCountries(tx, org, seen === null ? [] : [seen.facilityId]);
        const before = seen === null ? null : await selectTreatment(tx, org, id, "to change");
        if (before === null) throw notFound("waste water treatment");
        about(id);
        const country = countryOf.get(before.facilityId)!;
        const row = await storeChange(write, { before, changes, country }, references);
        return { wasteWaterTreatment: toTreatment(row, references) };
      });
    },
  };
};

const deletionHandlers = ({ db }: Context) =>
  ({
    deleteWasteWaterTreatment: (request, call) =>
      db.write(call, request, async (write) => {
        const { id } = request;
        const deleted = isId(id) ? await deleteTreatments(write, [id]) : [];
        if (deleted.length === 0) throw notFound("waste water treatment");
        write.about(id);
        return {};
      }),

    deleteWasteWaterTreatments: (request, call) =>
      db.write(call, request, async (write) => {
        const ids = request.wasteWaterTreatmentIds;
        const named = { table: treatmentList.table, field: "waste_water_treatment_ids", ids };
        return { deletion: await deleteById(write, named, deleteTreatments) };
      }),

    deleteWasteWaterTreatmentsByFilters: (request, call) => {
      const asked = parsePartialListQuery(treatmentList, request, principalOf(call));
      return db.write(call, request, async (write) => ({
        deletion: await deleteMatching(write, asked, request.filterHash, deleteTreatments),
      }));
    },
  }) satisfies Partial<Handlers>;

interface Change {
  before: TreatmentRow;
  changes: Partial<TreatmentValues>;
  /** Of the facility. */
  country: string;
}

/** Announces the treatment only when it has to be calculated again. */
async function storeChange(write: Write, { before, changes, country }: Change, references: References) {
  const { tx, org } = write;
  const after = { ...before, ...changes };
  if (!needsRecalculation(before, changes)) {
    refuse(checkTreatment(after));
    return updateTreatment(tx, org, after);
  }
  refuseConcurrentChange(after, references.factors);
  refuse([...checkTreatment(after), ...checkReferences(after, references)]);
  const anew = { ...after, ...pinOf(after, references.factors), ...NOT_CALCULATED, revision: before.revision + 1 };
  await announce(write, anew, country, references);
  const row = await updateTreatment(tx, org, anew);
  await moveFacilityTotals(tx, org, [{ facilityId: before.facilityId, was: before, is: null }]);
  return row;
}

async function announce(write: Write, row: TreatmentRow, country: string, { units }: References): Promise<void> {
  const organization = await selectOrganization(write.tx, write.org);
  if (organization === null) throw notFound("organization");
  announceStored(write, [toInput(row, { gwpSet: organization.gwpSet, country, units })]);
}
