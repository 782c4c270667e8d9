import type { Message } from "@bufbuild/protobuf";
import type { FieldMask } from "@bufbuild/protobuf/wkt";
import { fieldChanges } from "@emissions/kit/db/audit";
import { type FoundEntities, lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import { type Check, refuse } from "@emissions/kit/wire/checks";
import type { RejectedRecord } from "@emissions/proto/activity/v1/record";
import type { Context } from "../context.ts";
import { callerCache } from "../organization/caller-cache.ts";
import type { UserRow } from "../organization/queries.ts";
import { valuesChecker } from "../records/checks.ts";
import { valueColumns, valuesReader, valuesWriter } from "../records/columns.ts";
import { checkFile, lookUpFiles } from "../records/files.ts";
import type { Caller, RecordTable } from "../records/kind.ts";
import { newRows } from "../records/new-rows.ts";
import { ownerDeletion } from "../records/owner-deletion.ts";
import { changesIn } from "../records/rules.ts";
import { headOf } from "../records/view.ts";
import { storeAsJob } from "./batch.ts";
import { resourceReads } from "./reading.ts";
import { taken } from "./refusals.ts";
import { resourceRemovals } from "./removal.ts";
import type { Resource, StoredRow } from "./resource.ts";
import { findOne, resourceWriter } from "./table.ts";

type Values = { values?: Message | undefined };
type Update = Message & Values & { id: string; updateMask?: FieldMask | undefined };
type Batch = Message & { records: readonly Message[]; rejected: readonly RejectedRecord[] };

/** Operations of a resource that owns records of `kinds`. Handlers stay typed by their protos. */
export function resourceStore<V extends object, D extends object, L extends object>(
  context: Context,
  resource: Resource<V, D, L>,
  kinds: readonly RecordTable[],
) {
  const { db } = context;
  const { noun, list, owner, erase, lookedUp = [] } = resource;
  const columns = valueColumns(resource.values);
  const read = valuesReader<V>(columns);
  const toMessage = viewer(resource);
  const { create, change } = writes(resource);
  const callerOf = callerCache(db);

  const lookUp = async (call: Caller, named: readonly V[], purpose: "check" | "show") =>
    (await resource.lookUp?.(context, call, named, purpose)) as L;
  const look = async (call: Caller, named: readonly V[], purpose: "check" | "show", values: readonly object[]) => {
    const [lookups, files] = await Promise.all([
      lookUp(call, named, purpose),
      lookUpFiles(context.files, call, values),
    ]);
    return { lookups, files };
  };
  const reads = resourceReads<V & D & StoredRow, L, ReturnType<typeof toMessage>>(noun, {
    db,
    list,
    lookUp: (call, rows) => lookUp(call, rows, "show"),
    toMessage,
  });
  const removal = () => ownerDeletion(owner, kinds);

  return {
    ...reads,
    ...resourceRemovals({ db, noun, list, removal, erase }),

    /** `reply` makes the response, which is also stored for replays of the request. */
    create: async <O extends object>(
      call: Caller,
      request: Message & Values,
      reply: (created: ReturnType<typeof toMessage>) => O,
    ): Promise<O> => {
      const values = [read(request.values ?? {})];
      const [found, { user }] = await Promise.all([look(call, values, "check", values), callerOf(call)]);
      return db.write(call, request, async (write) => {
        const refuseAll = (checks: readonly Check[][]) => refuse(checks.flat());
        const [row] = await create(write, { values, found, refuseAll, place: () => ["body"] });
        return reply(toMessage(row!, found.lookups, user));
      });
    },

    createBatch: (call: Caller, request: Batch) =>
      storeAsJob(db, call, request, list.table, {
        read,
        lookUp: (values) => look(call, values, "check", values),
        store: async (write, batch) => {
          const rows = await create(write, { ...batch, place: (index) => ["body", "records", String(index)] });
          return rows.map((row) => ({
            entityId: row.id,
            externalId: (row as { externalId?: string }).externalId ?? null,
          }));
        },
      }),

    /** `more` has the changes of fields of the request that are no values, by their name. */
    update: async <O extends object>(
      call: Caller,
      request: Update,
      reply: (updated: ReturnType<typeof toMessage>) => O,
      more: Record<string, object> = {},
    ): Promise<O> => {
      const changes = changesIn<V & D>(columns, request.updateMask, {
        values: read(request.values ?? {}) as V & D,
        more,
      });
      const { row, user } = await reads.find(call, request.id);
      const isChecked = lookedUp.some((key) => key in changes);
      const found = await look(call, [{ ...row, ...changes }], isChecked ? "check" : "show", [changes]);
      return db.write(call, request, async (write) =>
        reply(toMessage(await change(write, request.id, { changes, found, isChecked }), found.lookups, user)),
      );
    },
  };
}

/** Shows rows as the message of the resource. */
function viewer<V extends object, D extends object, L extends object>({ values, view }: Resource<V, D, L>) {
  const toValues = valuesWriter(valueColumns(values));
  return (row: V & D & StoredRow, lookups: L, recorder: UserRow | null) => ({
    head: headOf(row, recorder),
    values: toValues(row),
    co2e: { value: row.co2e },
    co2eBiomass: { value: row.co2eBiomass },
    ...view?.(row, lookups),
  });
}

/** Catalogues and files that the values of a request name. */
interface Found<L> {
  lookups: L;
  files: FoundEntities;
}

interface New<V, L> {
  values: readonly V[];
  found: Found<L>;
  /** Refuses the request with the violations of each row. */
  refuseAll(checks: readonly Check[][]): void;
  /** The place of the row at an index in the request. */
  place(index: number): string[];
}

interface Change<V, L> {
  changes: Partial<V>;
  found: Found<L>;
  /** Whether a change names values that are looked up. */
  isChecked: boolean;
}

const NEW = { revision: 1, updatedAt: null, co2e: "0", co2eBiomass: "0" };

function writes<V extends object, D extends object, L extends object>(resource: Resource<V, D, L>) {
  type Stored = V & D & StoredRow;
  const { noun, list, unique, secret = [], decide, changed: announce } = resource;
  const { insert, update } = resourceWriter(resource);
  const checkFields = valuesChecker(valueColumns(resource.values));
  const checkValues = (values: V) => [...checkFields(values), ...resource.checkValues(values)];
  const checkLookups = (values: V, lookups: L) => resource.checkLookups?.(values, lookups) ?? [];

  return {
    /** Stores all rows or none, and returns them in the order of the request; ids grow in this order. */
    async create(write: Write, { values, found: { lookups, files: looked }, refuseAll, place }: New<V, L>) {
      const { tx, org, about } = write;
      // Inside the transaction, so that replays of an earlier request skip it.
      const files = await lockReferences(tx, org, looked);
      refuseAll(values.map((one) => [...checkValues(one), ...checkLookups(one, lookups), ...checkFile(one, files)]));
      const rows = newRows(write, values).map((row) => ({ ...row, ...NEW, ...decide?.(row, lookups, null) }) as Stored);
      const stored = await insert(tx, org, rows);
      const places = rows.flatMap(({ id }, index) => (stored.has(id) ? [] : [place(index)]));
      if (places.length > 0) throw taken(unique, places);
      for (const { id } of rows) about(id);
      return rows;
    },

    /** Changes a row. The revision grows only when a value changes. */
    async change(write: Write, id: string, { changes, found, isChecked }: Change<V & D, L>): Promise<Stored> {
      const { tx, org, about } = write;
      const { lookups } = found;
      const files = await lockReferences(tx, org, found.files);
      const before = await findOne<Stored>(tx, org, { noun, list }, id, "to change");
      const changed = { ...before, ...changes };
      const checks = isChecked ? checkLookups(changed, lookups) : [];
      refuse([...checkValues(changed), ...checks, ...checkFile(changes, files)]);
      const difference = fieldChanges(before, changed, { fields: Object.keys(changes), secret });
      about(id, difference);
      if (Object.keys(difference).length === 0) return before;
      const decided = decide?.(changed, lookups, before);
      const after = { ...changed, ...decided, revision: before.revision + 1, updatedAt: new Date() };
      await update(tx, org, after);
      announce?.(write, before, after);
      return after;
    },
  };
}
