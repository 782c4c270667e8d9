import { create } from "@bufbuild/protobuf";
import type { Write } from "@emissions/kit/db/transactions";
import type { Principal } from "@emissions/kit/wire/principal";
import { type IngestJob, IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import type { BulkDeletion, ListSummary, UniqueValues } from "@emissions/proto/activity/v1/list";
import type { RecordHead, RecordOrigin, RecordState } from "@emissions/proto/activity/v1/record";
import { RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome, RecordsCalculatedSchema } from "@emissions/proto/calc/v1/calculation_service";
import type { FitnessMark } from "@emissions/proto/factors/v1/fitness";
import { beforeEach, describe } from "vitest";
import { activity, EUR, eachTest, KG, M3, us } from "../../activity.fixture.ts";
import { kinds } from "../../kinds.ts";
import { group, record } from "../../waste/waste.fixture.ts";
import { valueColumns } from "../columns.ts";
import { nounOf, tableOf } from "../kind.ts";
import { resultConsumer } from "../results.ts";
import { ownersOf } from "./owners.fixture.ts";
import { type Sample, samples } from "./samples.fixture.ts";

type Plain<T> = Omit<T, "$typeName" | "$unknown">;
/** A record of any kind as its callers see it. */
type Shown = Plain<RecordHead> & Plain<RecordState> & Plain<RecordOrigin> & { [field: string]: unknown };
/** Hotel stays show two lists alone. */
type Deletion = Plain<BulkDeletion> & { deleted: string[]; failed: string[] };
type Page = Plain<ListSummary> & { records: Shown[] };

export interface Result {
  id: string;
  revision?: number;
  co2e?: string;
  fitness?: FitnessMark[];
  /** Of a recalculation; 0 by default. */
  version?: number;
  /** The code, when there is no number. */
  failed?: string;
  /** Null if no factor states it. */
  biogenicCo2?: string | null;
}

const lowered = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** The methods of a kind, by one name for all kinds. */
function methodsOf({ service, one, many, removeByIds = `delete${many}` }: Sample, by: Principal) {
  type Client = Record<string, (request: object) => Promise<Record<string, unknown>>>;
  return (headers: Record<string, string> = {}) => {
    const client = activity.as(by, service, headers) as unknown as Client;
    const call = async <T>(method: string, request: object, field: string) =>
      (await client[method]!(request))[field] as T;
    return {
      create: (values: object) => call<Shown>(`create${one}`, values, lowered(one)),
      createBatch: (records: readonly object[], rejected: readonly object[] = []) =>
        call<IngestJob>(`create${many}`, { records, rejected }, "job"),
      get: (id: string) => call<Shown>(`get${one}`, { id }, lowered(one)),
      list: async (request: object = {}): Promise<Page> => {
        const { [lowered(many)]: records, ...summary } = await client[`list${many}`]!(request);
        return { records, ...summary } as Page;
      },
      change: (id: string, values: object, ...paths: string[]) =>
        call<Shown>(`update${one}`, { id, ...values, updateMask: { paths } }, lowered(one)),
      remove: (id: string) => call(`delete${one}`, { id }, ""),
      removeByIds: async (ids: readonly string[]) => {
        const deletion = await call<Partial<Deletion>>(removeByIds, { ids }, "deletion");
        const { deleted, failed, successIds = deleted, failedIds = failed } = deletion;
        return { ...deletion, successIds, failedIds };
      },
      /** The values of a field, with their counts. */
      values: async (field: string) => {
        const { values } = await call<UniqueValues>(`list${one}Values`, { field }, "uniqueValues");
        return Object.fromEntries(values.map(({ value, count }) => [value, count]));
      },
      removeByFilter: (request: object) => call<BulkDeletion>(`delete${many}ByFilters`, request, "deletion"),
    };
  };
}

export type Records = Awaited<ReturnType<typeof recordsOf>>;

/** An organization with an owner for records of a kind, and all that it does with them. */
export async function recordsOf(sample: Sample, by: Principal = us) {
  const { kind, valid, text = "description", searched = text, search = "search" } = sample;
  const table = tableOf(kind);
  const columns = valueColumns(kind.values);
  const owners = kind.owner === undefined ? null : ownersOf(kind.owner);
  const ownerId = (await owners?.add(by)) ?? "";
  const nameOf = (key: string) => columns.find((column) => column.key === key)!.name;
  const isInteger = columns.find(({ key }) => key === sample.amount)!.type === "int";
  const methods = methodsOf(sample, by);
  const resultOf = (result: Result) => {
    const { id: recordId, revision = 1, co2e = "12.5", biogenicCo2 = "3", fitness = [], version = 0, failed } = result;
    const { CALCULATED, FAILED } = CalculationOutcome;
    const of = { recordId, revision, version, entityType: kind.entityType };
    if (failed !== undefined) return { ...of, status: FAILED, errorCode: failed, errorDetail: "Nothing fits." };
    return {
      ...of,
      status: CALCULATED,
      co2e: { value: co2e },
      ...(biogenicCo2 !== null && { biogenicCo2: { value: biogenicCo2 } }),
      fitness,
    };
  };
  /** Each result in an event of its own, all in one batch of messages. */
  const handle = (write: Write, results: readonly Result[]) =>
    resultConsumer(kinds).handle(
      write,
      results.map((result) => create(RecordsCalculatedSchema, { results: [resultOf(result)] })),
    );
  return {
    ...methods(),
    us: by,
    table,
    ownerId,
    valid: valid(ownerId),
    text,
    searched,
    /** The filter that finds parts of the text. */
    containing: (part: string) => ({ [search]: part }),
    amount: (value: number | string) => ({ [sample.amount]: isInteger ? Number(value) : { value: String(value) } }),
    notFound: `${nounOf(kind).toUpperCase().replaceAll(" ", "_")}_NOT_FOUND`,
    /** Refuses what would fail or be marked. */
    strict: (headers: Record<string, string> = {}) => methods({ handling: "strict", ...headers }),
    withHeaders: (headers: Record<string, string>, as: Principal = by) => methodsOf(sample, as)(headers),
    withKey: (key: string) => methods({ "idempotency-key": key }),
    /** A valid record. */
    add: (change: object = {}) => methods().create({ ...valid(ownerId), ...change }),
    some: (count: number) => Array.from({ length: count }, (_, n) => ({ ...valid(ownerId), externalId: `x-${n}` })),
    rows: <R extends object>() => activity.rows<R>(by, table),
    pending: () => activity.rows<{ recordId: string; revision: number }>(by, "pending_calculations"),
    inputs: async () => (await activity.events(by, RecordsStoredSchema)).flatMap(({ records }) => records),
    deleted: async () => (await activity.events(by, RecordsDeletedSchema)).flatMap(({ records }) => records),
    handle,
    /** Results of calc arrive. */
    calculate: (...results: Result[]) => activity.db.asService(by.organizationId, (write) => handle(write, results)),
    /** Between the name of a field of the values and its property. */
    changeText: (id: string, value: string) => methods().change(id, { [text]: value }, nameOf(text)),
    key: (column: string) => columns.find(({ name }) => name === column)!.key,
    column: nameOf,
    /** Kilograms of the owner, and of them from biomass; null without an owner. */
    totals: (id = ownerId) => owners?.totals(id, by) ?? null,
    /** Of kinds with owners. */
    owners: owners!,
    job: async (jobId: string) => (await activity.as(by, IngestJobService).getIngestJob({ jobId })).job!,
    items: async (jobId: string, page: object = {}) =>
      (await activity.as(by, IngestJobService).listIngestJobItems({ jobId, ...page })).items,
    customRecord: (state: object) => record(state),
    /** A custom group that may price the records. */
    group: (state: object = {}) => group({ organizationId: by.organizationId, unitIds: [EUR, KG, M3], ...state }),
    /** Whether outbox and tables have nothing of the kind. */
    isEmpty: async () => {
      const all = ["pending_calculations", "ingest_jobs", table].map((name) => activity.rows(by, name));
      const found = await Promise.all([activity.events(by, RecordsStoredSchema), ...all]);
      return found.flat().length === 0;
    },
  };
}

/** The records of the test that runs. */
export let records: Records;

/** The same tests for every kind of record. */
export const eachKind = (title: string, tests: (sample: Sample) => void): void => {
  eachTest();
  describe.each(samples)(title, (sample) => {
    beforeEach(async () => {
      records = await recordsOf(sample);
    });
    tests(sample);
  });
};
