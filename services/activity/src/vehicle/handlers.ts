import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { ListOptions } from "@emissions/proto/activity/v1/list";
import type { VehicleFilter, VehicleService } from "@emissions/proto/activity/v1/vehicle_service";
import { BATCH_MAX, checkBatchSize, refuseBatch, schemaInvalid } from "../batch.ts";
import type { Context } from "../context.ts";
import { beginJob } from "../job/begin.ts";
import { toJob } from "../job/message.ts";
import { withCursor } from "../list/cursor.ts";
import { deleteById, deleteMatching } from "../list/deletion.ts";
import { selectList } from "../list/page.ts";
import { parsePartialListQuery } from "../list/query.ts";
import { checkField, selectValues } from "../list/values.ts";
import { callerCache } from "../organization/caller-cache.ts";
import { selectUsersById } from "../organization/queries.ts";
import { lookUpFiles } from "../records/files.ts";
import type { Caller, RecordTable } from "../records/kind.ts";
import { selectUsers } from "../records/lists.ts";
import { ownerDeletion } from "../records/owner-deletion.ts";
import { changesIn, changeVehicle } from "./change.ts";
import { createVehicles } from "./create.ts";
import { vehicleList } from "./list.ts";
import { toVehicle } from "./message.ts";
import { vehicleOwner } from "./owner.ts";
import { selectVehicle, type VehicleRow } from "./queries.ts";
import { namesFactors, readValues, type VehicleValues } from "./rules.ts";

type Listing = { filter?: VehicleFilter | undefined; options?: Partial<ListOptions> | undefined };

export const vehicleHandlers = (
  context: Context,
  kinds: readonly RecordTable[],
): ServiceImpl<typeof VehicleService> => {
  const { db, countries, vehicleFuels, unknownVehicles, factors } = context;
  const list = vehicleList(context);
  const callerOf = callerCache(db);
  const queryOf = ({ filter, options }: Listing, call: Caller) =>
    parsePartialListQuery(list, { ...filter, ...options }, principalOf(call));

  /** Catalogues, and custom groups that vehicles name. Call it before a transaction begins. */
  const lookUp = async (call: Caller, named: readonly VehicleValues[], purpose: "check" | "show") => {
    const names = named.map(({ customEmissionFactorId }) => ({ customEmissionFactorId, customEfRecordId: null }));
    const [known, fuels, types, groups] = await Promise.all([
      countries.all(),
      vehicleFuels.all(),
      unknownVehicles.all(),
      purpose === "check" ? factors.inForce(call, names) : factors.forNames(call, names),
    ]);
    return { countries: known, fuels, unknownVehicles: types, factors: groups };
  };
  const lookUpNew = async (call: Caller, values: readonly VehicleValues[]) => {
    const [lookups, files] = await Promise.all([
      lookUp(call, values, "check"),
      lookUpFiles(context.files, call, values),
    ]);
    return { lookups, files };
  };
  const selectOne = (call: Caller, id: string) =>
    db.read(call, async (tx, org) => {
      const row = isId(id) ? await selectVehicle(tx, org, id) : null;
      if (row === null) throw notFound("vehicle");
      const users = row.uploadedBy === null ? [] : await selectUsersById(tx, [row.uploadedBy]);
      return { row, user: users[0] ?? null };
    });

  return {
    createVehicle: async (request, call) => {
      const values = [readValues(request.values ?? {})];
      const [found, { user }] = await Promise.all([lookUpNew(call, values), callerOf(call)]);
      return db.write(call, request, async (write) => {
        const refuseOne = (checks: Parameters<typeof refuse>[0][]) => refuse(checks.flat());
        const [row] = await createVehicles(write, { ...found, values, refuse: refuseOne, place: () => ["body"] });
        return { vehicle: toVehicle(row!, found.lookups, user) };
      });
    },

    createVehicles: async (request, call) => {
      const { records, rejected } = request;
      checkBatchSize("records", records.length, BATCH_MAX);
      const values = records.map(readValues);
      const found = await lookUpNew(call, values);
      const violationsAt = new Map(rejected.map(({ index, violations }) => [index, violations]));
      return db.write(call, request, async (write) => {
        const rows = await createVehicles(write, {
          ...found,
          values,
          refuse: (checks) => refuseBatch(checks.map((own, index) => schemaInvalid(violationsAt.get(index) ?? own))),
          place: (index) => ["body", "records", String(index)],
        });
        const items = rows.map(({ id, externalId }) => ({ entityId: id, externalId }));
        return {
          job: toJob(await beginJob(write, { entityType: list.table, operation: "create", items, isDone: true })),
        };
      });
    },

    getVehicle: async ({ id }, call) => {
      const { row, user } = await selectOne(call, id);
      return { vehicle: toVehicle(row, await lookUp(call, [row], "show"), user) };
    },

    listVehicles: async (request, call) => {
      const query = withCursor(queryOf(request, call), call);
      const work = async (tx: Parameters<typeof selectUsers>[0]) => {
        const { rows, ...summary } = await selectList<VehicleRow>(tx, query);
        return { rows, summary, userOf: await selectUsers(tx, rows) };
      };
      const { rows, summary, userOf } = await db.read(call, work, query.view);
      const lookups = await lookUp(call, rows, "show");
      return {
        vehicles: rows.map((row) => toVehicle(row, lookups, userOf.get(row.uploadedBy ?? "") ?? null)),
        summary,
      };
    },

    listVehicleValues: async ({ field, includeChildren, organizationId }, call) => {
      checkField(list, field);
      const query = queryOf({ options: { includeChildren, organizationId } }, call);
      return { uniqueValues: await db.read(call, (tx) => selectValues(tx, list, query, field), query.view) };
    },

    updateVehicle: async (request, call) => {
      const changes = changesIn(request);
      const { row, user } = await selectOne(call, request.id);
      const [lookups, files] = await Promise.all([
        lookUp(call, [{ ...row, ...changes }], namesFactors(changes) ? "check" : "show"),
        lookUpFiles(context.files, call, [changes]),
      ]);
      return db.write(call, request, async (write) => {
        const changed = await changeVehicle(write, request.id, changes, { lookups, files });
        return { vehicle: toVehicle(changed, lookups, user) };
      });
    },

    deleteVehicle: (request, call) =>
      db.write(call, request, async (write) => {
        const { id } = request;
        const { remove, deletedWith } = ownerDeletion(vehicleOwner, kinds);
        const gone = isId(id) ? await remove(write, [id]) : [];
        if (gone.length === 0) throw notFound("vehicle");
        write.about(id);
        return { deletedWith: deletedWith() };
      }),

    deleteVehicles: (request, call) =>
      db.write(call, request, async (write) => {
        const { remove, deletedWith } = ownerDeletion(vehicleOwner, kinds);
        const named = { table: list.table, field: "vehicle_ids", ids: request.ids };
        return { deletion: await deleteById(write, named, remove), deletedWith: deletedWith() };
      }),

    deleteVehiclesByFilters: (request, call) => {
      const { filter, filterHash, includeChildren, organizationId } = request;
      const query = queryOf({ filter, options: { includeChildren, organizationId } }, call);
      const work = async (write: Parameters<typeof deleteMatching>[0]) => {
        const { remove, deletedWith } = ownerDeletion(vehicleOwner, kinds);
        return { deletion: await deleteMatching(write, query, filterHash, remove), deletedWith: deletedWith() };
      };
      return db.write(call, request, work, query.view);
    },
  };
};
