import type { DescMessage, DescMethodUnary, Message } from "@bufbuild/protobuf";
import type { IngestJob } from "@emissions/proto/activity/v1/ingest_job_service";
import type { BulkDeletion } from "@emissions/proto/activity/v1/list";
import type { RecordHead, RecordState } from "@emissions/proto/activity/v1/record";
import type { EntityType } from "@emissions/proto/activity/v1/record_events";
import { z } from "zod";
import { explanation } from "../compose/calculations.ts";
import { filterHash, groupView, id, page, size, sortBy } from "../rest/fields.ts";
import { bodySchema, changesSchema, querySchema } from "../rest/message-schema.ts";
import { recordsOf } from "../rest/records.ts";
import { type Route, route } from "../rest/route.ts";

const BATCH_MAX = 5_000;
/** 5,000 records of some 3 KB. */
const BATCH_BYTES_MAX = 16 * 1024 * 1024;
const DELETED_MAX = 100_000;
/** DELETED_MAX ids of 36 characters with quotes and commas. */
const DELETED_BYTES_MAX = 8 * 1024 * 1024;
const EXAMPLE_ID = "0197f3a0-0000-7000-8000-000000000001";

type Method = DescMethodUnary;

/** The declaration of the usual routes of a kind of record. */
interface RecordRoutes {
  /** For summaries: "a waste", "wastes". */
  one: string;
  many: string;
  entityType: EntityType;
  methods: {
    create: Method;
    createBatch: Method;
    list: Method;
    get: Method;
    update: Method;
    remove: Method;
    removeByIds: Method;
    removeByFilters: Method;
    values?: Method;
  };
  values: DescMessage;
  filter: DescMessage;
  /** The collection: `/v1/wastes`. Batches have the same path under `/v2`. */
  path: `/v1/${string}`;
  /** The path of bulk deletions and values of fields, where it is another. */
  bulkPath?: `/v1/${string}`;
  /** Name of the path parameter; `id` by default. */
  param?: string;
  /** Public name of the ids in a bulk deletion. */
  ids: string;
  /** Fields that sort the list. */
  sorts: [string, ...string[]];
  /** Fields whose values can be listed. */
  fields?: readonly string[];
  /** A rule of several fields of one new record. Its violation is listed together with those of single fields. */
  rule?: { isMet: (sent: Readonly<Record<string, unknown>>) => boolean; message: string; type: string };
  /** Fields that a batch requires although a single record has a default. */
  requiredInBatch?: readonly string[];
  /** A valid body of create, and one of update. */
  example: Record<string, unknown>;
  change: Record<string, unknown>;
  /** Names of operations in the API description, where the methods of services do not name them. */
  operations?: { explain: string };
}

type More = Partial<Route["spec"]>;
type Shown = Message & { head?: RecordHead; state?: RecordState };
type Deleted = { deletion?: BulkDeletion };

const made = (method: Method, spec: object, more: More) => route(method, { ...spec, ...more } as never);

/** The hash of the list that the client has seen; nothing is deleted by filters without it. */
const Seen = z.strictObject({ filter_hash: filterHash }).meta({ examples: [{ filter_hash: "a3f1c2e4b5d6a7b8" }] });

export const jobLocation = ({ job }: { job?: IngestJob }) => `/v2/ingest-jobs/${job?.id}`;

const deletedCount = (_: unknown, { deletion }: Deleted) => deletion?.successCount ?? 0;

/** A body of ids under a public name. */
export const idsBody = (name: string, max: number) =>
  z.strictObject({ [name]: z.array(id).min(1).max(max) }).meta({ examples: [{ [name]: [EXAMPLE_ID] }] });

function newRecord({ values, rule }: RecordRoutes): z.ZodType {
  const body = bodySchema(values);
  if (rule === undefined) return body;
  return body.refine(rule.isMet, {
    message: rule.message,
    params: { type: rule.type },
    when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value),
  });
}

/** The usual routes of a kind of record, each by its name; `more` adds to the spec of one. */
export function recordRoutes(kind: RecordRoutes) {
  const { one, many, methods, path, bulkPath = path, param = "id", sorts } = kind;
  const single = `${path}/{${param}}` as const;
  const rename = param === "id" ? {} : { rename: { [param]: "id" } };
  const returns = methods.get.output.fields[0]!.localName;
  const filter = querySchema(kind.filter);
  const body = newRecord(kind);
  const record = bodySchema(kind.values, kind.requiredInBatch);
  const fields = kind.fields ?? [];
  const list = { page, size: size(50, 100), sort: sortBy(...sorts), ...groupView };
  return {
    /** The query of the filters, for routes that differ. */
    filter: z.object(filter),
    create: (more: More = {}) =>
      made(
        methods.create,
        {
          http: `POST ${path}`,
          summary: `Create ${one}`,
          body: body.meta({ examples: [kind.example] }),
          returns,
          status: 201,
        },
        more,
      ),
    createBatch: (more: More = {}) =>
      made(
        methods.createBatch,
        {
          http: `POST ${path.replace("/v1/", "/v2/")}`,
          summary: `Create ${many}`,
          body: z
            .strictObject({ records: recordsOf(record, BATCH_MAX) })
            .meta({ examples: [{ records: [{ ...kind.example, external_id: "note-4711" }] }] }),
          batch: "records",
          bodyBytesMax: BATCH_BYTES_MAX,
          repeat: "required",
          returns: "job",
          status: 202,
          location: jobLocation,
          errors: "problem",
          refuses: ["BULK_RECORDS_REJECTED"],
        },
        more,
      ),
    list: (more: More = {}) =>
      made(
        methods.list,
        {
          http: `GET ${path}`,
          summary: `List ${many}`,
          query: z.object({ ...filter, ...list }),
          returns: methods.list.output.fields[0]!.localName,
          list: "pages",
          beside: ["filterHash", "totalCapped"],
        },
        more,
      ),
    values: (more: More = {}) =>
      made(
        methods.values!,
        {
          http: `GET ${bulkPath}/unique-values`,
          summary: `List the values of a field of the ${many}`,
          query: z.object({ field: z.enum(fields as [string]), ...groupView }),
          returns: "uniqueValues",
        },
        more,
      ),
    get: (more: More = {}) =>
      made(methods.get, { http: `GET ${single}`, summary: `Get ${one}`, ...rename, returns }, more),
    update: (more: More = {}) =>
      made(
        methods.update,
        {
          http: `PATCH ${single}`,
          summary: `Change ${one}`,
          ...rename,
          body: changesSchema(kind.values).meta({ examples: [kind.change] }),
          returns,
          refuses: ["RECORD_CHANGED_MEANWHILE"],
        },
        more,
      ),
    remove: (more: More = {}) =>
      made(methods.remove, { http: `DELETE ${single}`, summary: `Delete ${one}`, ...rename }, more),
    removeByIds: (more: More = {}) =>
      made(
        methods.removeByIds,
        {
          http: `POST ${bulkPath}/bulk-delete`,
          summary: `Delete ${many}`,
          rename: { [kind.ids]: "ids" },
          body: idsBody(kind.ids, DELETED_MAX),
          bodyBytesMax: DELETED_BYTES_MAX,
          itemsMax: DELETED_MAX,
          counts: deletedCount,
          returns: "deletion",
        },
        more,
      ),
    removeByFilters: (more: More = {}) =>
      made(
        methods.removeByFilters,
        {
          http: `POST ${bulkPath}/bulk-delete-by-filters`,
          summary: `Delete all ${many} that match`,
          query: z.object(filter),
          body: Seen,
          counts: deletedCount,
          returns: "deletion",
          refuses: ["FILTER_HASH_MISMATCH", "TOO_MANY_ROWS"],
        },
        more,
      ),
    explain: () =>
      explanation({
        http: `GET ${single}/calculation`,
        what: one,
        operation: kind.operations?.explain ?? `${methods.get.localName}Calculation`,
        rename,
        entityType: kind.entityType,
        get: methods.get,
        record: (reply) => {
          const { head, state } = (reply as unknown as Record<string, Shown>)[returns]!;
          return { id: head!.id, calculationStatus: state!.calculationStatus };
        },
      }),
  };
}
