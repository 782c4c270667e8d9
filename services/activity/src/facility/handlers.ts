import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { isDryRun } from "@emissions/kit/db/idempotency";
import type { Call, Db, Tx, Write } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { forward } from "@emissions/kit/wire/forward";
import { masked } from "@emissions/kit/wire/mask";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  FacilityRelocatedSchema,
  type FacilityService,
  type UpdateFacilityRequest,
  UpdateFacilityRequestSchema,
} from "@emissions/proto/activity/v1/facility_service";
import { BATCH_MAX, checkBatchSize, refuseBatch, schemaInvalid } from "../batch.ts";
import type { Context } from "../context.ts";
import { beginDeletion, beginJob } from "../job/begin.ts";
import { rangeOf } from "../job/range.ts";
import { withCursor } from "../list/cursor.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery } from "../list/query.ts";
import { selectOrganization } from "../organization/queries.ts";
import type { RecordTable } from "../records/kind.ts";
import { countOwned, deleteOwners } from "../records/owned.ts";
import { selectOne } from "../resource/table.ts";
import { addFacilities } from "./create.ts";
import { facilityList } from "./list.ts";
import { toFacility, toFacilityFuel } from "./message.ts";
import { facilityOwner } from "./owner.ts";
import { type FacilityRow, updateFacility } from "./queries.ts";
import { changedValues, checkFacility, lacksCountry, newValues, type Places } from "./rules.ts";

/** Facilities of one deletion. */
const DELETED_MAX = 1_000;

export const facilityHandlers = (
  context: Context,
  kinds: readonly RecordTable[],
): ServiceImpl<typeof FacilityService> => {
  const { db, countries, gridZones, fuels } = context;
  const places = async (): Promise<Places> => {
    const [all, zones] = await Promise.all([countries.all(), gridZones.all()]);
    return { countries: all, gridZones: zones };
  };
  return {
    createFacility: async (request, call) => {
      const sent = newValues(request);
      const values = lacksCountry(sent) ? { ...sent, country: await countryOfOrganization(db, call) } : sent;
      refuse(checkFacility(values, await places()));
      return db.write(call, request, async (write) => {
        const [row] = addFacilities(write, [values]);
        return { facility: toFacility(row!) };
      });
    },

    createFacilities: async (request, call) => {
      const { records, rejected } = request;
      checkBatchSize("records", records.length, BATCH_MAX);
      const known = await places();
      const facilities = records.map(newValues);
      const violationsAt = new Map(rejected.map(({ index, violations }) => [index, violations]));
      const found = facilities.map((values, index) => violationsAt.get(index) ?? checkFacility(values, known));
      refuseBatch(found.map(schemaInvalid));
      return db.write(call, request, async (write) => {
        const rows = addFacilities(write, facilities);
        if (rangeOf(write) !== null) {
          const items = rows.map(({ id }) => ({ entityId: id }));
          await beginJob(write, { entityType: "facilities", operation: "create", items, isDone: true });
        }
        return { items: rows.map(toFacility), total: rows.length };
      });
    },

    getFacility: ({ facilityId: id }, call) =>
      db.read(call, async (tx, org) => ({ facility: toFacility(await findFacility(tx, org, id)) })),

    listFacilities: async (request, call) => {
      const query = withCursor(parseListQuery(facilityList, request, principalOf(call)), call);
      const { rows, total } = await db.read(call, (tx) => selectList<FacilityRow>(tx, query), query.view);
      return { facilities: rows.map(toFacility), total };
    },

    updateFacility: async (request, call) => {
      const known = await places();
      return db.write(call, request, async (write) => ({
        facility: toFacility(await changeFacility(write, request, known)),
      }));
    },

    deleteFacility: (request, call) =>
      db.write(call, request, async (write) => {
        const { facilityId: id } = request;
        const { ids, deletedWith } = await deleteOwners(write, facilityOwner, kinds, isId(id) ? [id] : []);
        if (ids.length === 0) throw facilityNotFound(id);
        write.about(id);
        return { deletedWith };
      }),

    deleteFacilities: (request, call) => {
      const { facilityIds } = request;
      const ids = { field: "facility_ids", ids: facilityIds, max: DELETED_MAX };
      return beginDeletion(db, call, request, {
        ...ids,
        entityType: "facilities",
        // The job itself counts nothing in advance: records may come and go until it has deleted the facility.
        more: async ({ tx, org }) => ({
          deletedWith: isDryRun(call) ? await countOwned(tx, org, facilityOwner, kinds, facilityIds) : [],
        }),
      });
    },

    listFacilityFuels: async ({ facilityId: id, search, page, size }, call) => {
      const { country } = await db.read(call, (tx, org) => findFacility(tx, org, id));
      const found = await fuels.listFacilityFuels({ country, search, page, size }, forward(call));
      return { fuels: found.fuels.map((fuel) => toFacilityFuel(fuel, country)), total: found.total };
    },
  };
};

const countryOfOrganization = (db: Db, call: Call): Promise<string> =>
  db.read(call, async (tx, org) => (await selectOrganization(tx, org))?.country ?? "");

async function changeFacility(
  { tx, org, emit, send, about }: Write,
  request: UpdateFacilityRequest,
  known: Places,
): Promise<FacilityRow> {
  const { facilityId: id, updateMask } = request;
  const before = await findFacility(tx, org, id, "to change");
  const changes = masked(UpdateFacilityRequestSchema, updateMask, changedValues(request));
  about(id, fieldChanges(before, changes));
  const after = { ...before, ...changes, updatedAt: new Date() };
  refuse(checkFacility(after, known));
  send(updateFacility(tx, org, id, after));
  // There can be many records, so consumers recalculate them in pages after this commit.
  if (before.country !== after.country) emit(FacilityRelocatedSchema, { facilityId: id });
  else if (before.gridZone !== after.gridZone) emit(FacilityRelocatedSchema, { facilityId: id, gridZoneOnly: true });
  return after;
}

async function findFacility(tx: Tx, org: string, id: string, lock?: "to change"): Promise<FacilityRow> {
  const row = await selectOne<FacilityRow>(tx, org, facilityList, id, lock);
  if (row === null) throw facilityNotFound(id);
  return row;
}

/** The public contract fixes the text. It repeats valid ids only. */
const facilityNotFound = (id: string) =>
  notFound("facility", isId(id) ? `Facility with id=UUID('${id}') not found` : undefined);
