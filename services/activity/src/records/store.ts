import type { Message } from "@bufbuild/protobuf";
import type { FieldMask } from "@bufbuild/protobuf/wkt";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import type { RejectedRecord } from "@emissions/proto/activity/v1/record";
import { checkBatchSize } from "../batch.ts";
import type { Context } from "../context.ts";
import { callerCache } from "../organization/caller-cache.ts";
import { selectOrganization, selectUsersById } from "../organization/queries.ts";
import { announceStored } from "./announce.ts";
import { storeBatch } from "./batch.ts";
import { valueColumns, valuesReader } from "./columns.ts";
import { concurrentChange, pinOf, refuseConcurrentChange } from "./custom-factors.ts";
import { removeRecords, subtractFromOwners } from "./delete.ts";
import { toInput } from "./inputs.ts";
import { type Caller, isCounted, type Lookups, namesOf, type RecordKind, type StoredRecord, tableOf } from "./kind.ts";
import { recordLists } from "./lists.ts";
import { needsRecalculation, recordRules } from "./rules.ts";
import { NOT_CALCULATED, recordWriter, selectRecord } from "./table.ts";
import { recordViewer } from "./view.ts";

type Values = { values?: Message | undefined };
type Update = Message & Values & { id: string; updateMask?: FieldMask | undefined };
type Batch = Message & { records: readonly Message[]; rejected: readonly RejectedRecord[] };

/** What every kind of record can do, once for all kinds. Handlers stay typed by their protos. */
export function recordStore<V extends object, L extends object, R extends object>(
  context: Context,
  kind: RecordKind<V, L, R>,
) {
  const { db, units, factors } = context;
  const { checkAll, checkValues, withDefaults, changesIn } = recordRules(kind);
  const callerOf = callerCache(db);
  const writer = recordWriter(kind);
  const read = valuesReader<V>(valueColumns(kind.values));
  const toMessage = recordViewer(kind);
  type Shown = ReturnType<typeof toMessage>;
  const table = tableOf(kind);
  const ownerOf = (values: object) => (values as Record<string, string>)[kind.owner?.key ?? ""] ?? "";

  /** Looks up the names of records at other services, before the transaction begins. */
  async function lookUp(call: Caller, named: readonly V[], purpose: "price" | "show"): Promise<Lookups & L> {
    const names = named.map(namesOf);
    const [catalogue, known, more] = await Promise.all([
      units.all(),
      purpose === "price" ? factors.inForce(call, names) : factors.forNames(call, names),
      kind.lookUp?.(context, call, named, purpose),
    ]);
    return { units: catalogue, factors: known, ...(more as L) };
  }

  async function store(write: Write, values: V, found: Lookups & L, caller: Awaited<ReturnType<typeof callerOf>>) {
    const { tx, org, principal, send, about } = write;
    const { organization, user } = caller;
    const countryOf = await kind.owner?.lockCountries(tx, org, [ownerOf(values)]);
    const country = countryOf ? (countryOf.get(ownerOf(values)) ?? "") : organization.country;
    const lookups = { ...found, ...((await kind.selectRelated?.(tx, [org], [values], "lock")) as R) };
    // Inside the transaction, so that replays of an earlier request skip it.
    refuse([
      ...checkAll(values, lookups, { org, country, inBatch: false }),
      ...(countryOf ? kind.owner!.check(values, countryOf) : []),
    ]);
    const row: V & StoredRecord = {
      ...values,
      ...pinOf(namesOf(values), lookups.factors),
      ...kind.derive?.(values, lookups),
      ...NOT_CALCULATED,
      id: newId(),
      organizationId: org,
      revision: 1,
      uploadedBy: principal.userId,
      createdAt: new Date(),
      updatedAt: null,
    };
    about(row.id);
    send(writer.insert(tx, org, [row]));
    announceStored(write, [toInput(kind, row, { ...lookups, gwpSet: organization.gwpSet, country })]);
    return toMessage(row, lookups, user);
  }

  interface Change {
    seen: V & StoredRecord;
    changes: Partial<V>;
    found: Lookups & L;
  }

  /** Announces the record only when its calculation starts again, or when it begins or ceases to count. */
  async function change(write: Write, { seen, changes, found }: Change) {
    const { tx, org } = write;
    // Owners before records, in the order in which an owner is deleted with its records.
    const owners = [ownerOf(seen), ownerOf(changes) || ownerOf(seen)];
    const countryOf = await kind.owner?.lockCountries(tx, org, owners);
    const before = await selectRecord<V & StoredRecord>(tx, org, table, seen.id, "lock");
    if (before === null) throw notFound(kind.noun);
    write.about(before.id);
    const values = { ...before, ...changes };
    const lookups = { ...found, ...((await kind.selectRelated?.(tx, [org], [values], "lock")) as R) };
    const isRepriced = needsRecalculation(kind, before, changes);
    if (!isRepriced && isCounted(kind, before) === isCounted(kind, values)) {
      refuse(checkValues(values));
      return { row: await writer.update(tx, org, values), lookups };
    }
    const organization = await selectOrganization(tx, org);
    if (organization === null) throw notFound("organization");
    // Another change moved it to an owner that is not locked here.
    if (ownerOf(before) !== ownerOf(seen)) throw concurrentChange();
    const country = countryOf ? (countryOf.get(ownerOf(values)) ?? "") : organization.country;
    if (isRepriced) {
      if (!needsRecalculation(kind, seen, changes)) throw concurrentChange();
      refuseConcurrentChange(namesOf(values), lookups.factors);
      if (kind.covers?.(lookups, values, country) === false) throw concurrentChange();
      refuse([
        ...checkAll(values, lookups, { org, country, inBatch: false }),
        ...(countryOf ? kind.owner!.check(values, countryOf) : []),
      ]);
    } else refuse(checkValues(values));
    const anew: V & StoredRecord = {
      ...values,
      ...(isRepriced && { ...pinOf(namesOf(values), lookups.factors), ...kind.derive?.(values, lookups) }),
      ...NOT_CALCULATED,
      ...Object.fromEntries((kind.resultColumns ?? []).filter(({ set }) => !set).map(({ key }) => [key, null])),
      revision: before.revision + 1,
    };
    announceStored(write, [toInput(kind, anew, { ...lookups, gwpSet: organization.gwpSet, country })]);
    const row = await writer.update(tx, org, anew);
    await subtractFromOwners(write, kind, [before]);
    return { row, lookups };
  }

  const userOf = async (tx: Tx, { uploadedBy }: StoredRecord) =>
    uploadedBy === null ? null : ((await selectUsersById(tx, [uploadedBy]))[0] ?? null);

  return {
    ...recordLists(context, kind, { toMessage, lookUp }),

    /** `reply` makes the response of the call, which is also kept for a repeat of it. */
    create: async <O extends object>(call: Caller, request: Message & Values, reply: (created: Shown) => O) => {
      const values = withDefaults(read(request.values ?? {}), { inBatch: false });
      const [found, caller] = await Promise.all([lookUp(call, [values], "price"), callerOf(call)]);
      return db.write(call, request, async (write) => reply(await store(write, values, found, caller)));
    },

    createBatch: async (call: Caller, request: Batch) => {
      checkBatchSize("records", request.records.length, kind.batch.max);
      const records = request.records.map((record) => withDefaults(read(record), { inBatch: true }));
      const [found, { organization }] = await Promise.all([lookUp(call, records, "price"), callerOf(call)]);
      return db.write(call, request, async (write) => {
        const related = (await kind.selectRelated?.(write.tx, [write.org], records, "lock")) as R;
        const { rejected } = request;
        const lookups = { ...found, ...related };
        return { job: await storeBatch(write, kind, { records, rejected, lookups, organization }) };
      });
    },

    get: async (call: Caller, id: string) => {
      const { row, user, related } = await db.read(call, async (tx, org) => {
        const row = isId(id) ? await selectRecord<V & StoredRecord>(tx, org, table, id) : null;
        if (row === null) throw notFound(kind.noun);
        const [user, related] = await Promise.all([userOf(tx, row), kind.selectRelated?.(tx, [org], [row])]);
        return { row, user, related: related as R };
      });
      return toMessage(row, { ...(await lookUp(call, [row], "show")), ...related }, user);
    },

    /** `more` has the changes of fields of the request that are no values, by their name. */
    update: async <O extends object>(
      call: Caller,
      request: Update,
      reply: (updated: Shown) => O,
      more: Record<string, object> = {},
    ) => {
      const { id } = request;
      const changes = changesIn(request.updateMask, read(request.values ?? {}), more);
      const seen = await db.read(call, (tx, org) =>
        isId(id) ? selectRecord<V & StoredRecord>(tx, org, table, id) : Promise.resolve(null),
      );
      const named = seen === null ? [] : [{ ...seen, ...changes }];
      const purpose = seen !== null && needsRecalculation(kind, seen, changes) ? "price" : "show";
      const found = await lookUp(call, named, purpose);
      return db.write(call, request, async (write) => {
        // Inside the transaction, so that replays of an earlier request skip it.
        if (seen === null) throw notFound(kind.noun);
        const { row, lookups } = await change(write, { seen, changes, found });
        return reply(toMessage(row, lookups, await userOf(write.tx, row)));
      });
    },

    remove: (call: Caller, request: Message & { id: string }) =>
      db.write(call, request, async (write) => {
        const { id } = request;
        const gone = isId(id) ? await removeRecords(write, kind, [id]) : [];
        if (gone.length === 0) throw notFound(kind.noun);
        write.about(id);
        return {};
      }),
  };
}

export type RecordStore = ReturnType<typeof recordStore>;
