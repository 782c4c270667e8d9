import type { DescMessage, DescMethodUnary, DescService, Message } from "@bufbuild/protobuf";
import { enumNumber } from "@emissions/kit/wire/enum";
import { resourceOf, type UsualMethod } from "@emissions/kit/wire/resource";
import type { IngestJob } from "@emissions/proto/activity/v1/ingest_job_service";
import type { DeleteRecordResponse, RecordHead, RecordState } from "@emissions/proto/activity/v1/record";
import { EntityTypeSchema } from "@emissions/proto/activity/v1/record_events";
import { z } from "zod";
import { explanation } from "../compose/calculations.ts";
import { filterHash, id } from "../rest/fields.ts";
import { bodySchema, changesSchema, querySchema } from "../rest/message-schema.ts";
import { groupView, page, size, sortBy } from "../rest/query-fields.ts";
import { recordsOf } from "../rest/records.ts";
import { describedRoute, PEOPLE_READERS, PEOPLE_WRITERS } from "../rest/route.ts";
import type { Role, Route, WideSpec } from "../rest/route-spec.ts";

export const BATCH_MAX = 5_000;
/** 5,000 records of some 3 KB. */
export const BATCH_BYTES_MAX = 16 * 1024 * 1024;
export const DELETED_MAX = 100_000;
/** DELETED_MAX ids of 36 characters with quotes and commas. */
export const DELETED_BYTES_MAX = 8 * 1024 * 1024;
const EXAMPLE_ID = "0197f3a0-0000-7000-8000-000000000001";

/** `readers` may call the GET routes, `writers` the others. */
interface RolesOfRecords {
  readers: readonly Role[];
  writers: readonly Role[];
}

/** Roles for records of people. */
export const PEOPLE: RolesOfRecords = { readers: PEOPLE_READERS, writers: PEOPLE_WRITERS };

/** The declaration of the usual routes of a kind of record. */
interface RecordRoutes {
  /** Its proto declares names, paths and days. Batches have the same path under `/v2`. */
  service: DescService;
  /** Names for summaries, where they are not those of the RPCs: "a country sale", "country sales". */
  called?: readonly [one: string, many: string];
  /** Methods without the usual name. */
  methods?: Partial<Methods>;
  /** The path of bulk deletions and values of fields, where it is another. */
  bulkPath?: `/v1/${string}`;
  /** Fields whose values can be listed. */
  fields?: readonly string[];
  /** A rule of several fields of one new record. Its violation is listed together with those of single fields. */
  rule?: { isMet: (sent: Readonly<Record<string, unknown>>) => boolean; message: string; type: string };
  /** Fields that a batch requires although a single record has a default. */
  requiredInBatch?: readonly string[];
  /** A valid body of create, and one of update. */
  example: Record<string, unknown>;
  change: Record<string, unknown>;
  /** Roles that may call its routes, where they are not the usual ones. */
  roles?: RolesOfRecords;
  /** The parameter of the path that names the owner, and the field of `get` for it. */
  owner?: { param: string; field: string };
  /** Name of the operation in the API description; by default from that of `get`. */
  explain?: string;
  /** Parts of specs that differ. */
  differs?: { [N in UsualMethod]?: Partial<WideSpec> };
}

type Methods = Record<UsualMethod, DescMethodUnary>;

/** A declaration with everything that the proto of its service says. */
interface Declared extends RecordRoutes {
  one: string;
  many: string;
  path: `/v1/${string}`;
  param: string;
  methods: Methods;
  day: string;
}

type Shown = Message & { head?: RecordHead; state?: RecordState };

/** The hash of the list that the client has seen; nothing is deleted by filters without it. */
export const Seen = z
  .strictObject({ filter_hash: filterHash })
  .meta({ examples: [{ filter_hash: "a3f1c2e4b5d6a7b8" }] });

export const jobLocation = ({ job }: { job?: IngestJob }) => `/v2/ingest-jobs/${job?.id}`;

/** A batch of records that becomes an ingest job. */
export const queuedBatch = {
  batch: "records",
  limits: { bodyBytes: BATCH_BYTES_MAX },
  repeat: "required",
  status: 202,
  location: jobLocation,
} as const;

const countOf = (_: unknown, { count }: DeleteRecordResponse) => count;

/** Options of bulk requests whose valid records are stored although others are invalid. */
export const bulkOptions = z
  .strictObject({
    continue_on_error: z.boolean().optional().meta({
      description: "True by default: valid records are stored. False: with an invalid record none is stored.",
    }),
  })
  .optional()
  .meta({ description: "How invalid records are treated." });

/** A body of ids under a public name. */
export const idsBody = (name: string, max: number) =>
  z.strictObject({ [name]: z.array(id).min(1).max(max) }).meta({ examples: [{ [name]: [EXAMPLE_ID] }] });

/** A deletion by ids, whose public name is given. */
export const deletionByIds = (ids: string) => ({
  rename: { [ids]: "ids" },
  body: idsBody(ids, DELETED_MAX),
  limits: { bodyBytes: DELETED_BYTES_MAX, items: DELETED_MAX },
});

function newRecord(values: DescMessage, { rule, example }: Pick<RecordRoutes, "rule" | "example">): z.ZodType {
  const body = bodySchema(values);
  if (rule === undefined) return body.meta({ examples: [example] });
  const when = ({ value }: { value: unknown }) => typeof value === "object" && value !== null && !Array.isArray(value);
  const refined = body.refine(rule.isMet, { message: rule.message, params: { type: rule.type }, when });
  return refined.meta({ examples: [example] });
}

/** The usual routes of a kind of record, from the messages of its methods. */
export function recordRoutes(routes: RecordRoutes): Route[] {
  const resource = resourceOf(routes.service);
  const { path, param, table, days } = resource;
  const methods = { ...resource.methods, ...routes.methods } as Methods;
  const [one, many] = routes.called ?? [resource.aName, resource.names];
  const kind: Declared = { ...routes, one, many, path: path as `/v1/${string}`, param, methods, day: days[0]! };
  const { roles, differs = {} } = kind;
  const single = `${kind.path}/{${param}}` as const;
  const renamed = param === "id" ? {} : { rename: { [param]: "id" } };
  const specs = { ...specsOfOne(kind, single, renamed), ...specsOfMany(kind) };
  const usual = Object.entries(specs).flatMap(([name, spec]) => {
    const method = kind.methods[name as UsualMethod];
    const callers = roles && { roles: spec.http.startsWith("GET ") ? roles.readers : roles.writers };
    return method ? [describedRoute(method, { ...spec, ...callers, ...differs[name as UsualMethod] })] : [];
  });
  const explain = explanation({
    http: `GET ${single}/calculation`,
    what: one,
    operation: kind.explain ?? `${methods.get.localName}Calculation`,
    rename: renamed,
    roles: roles?.readers,
    ...(kind.owner !== undefined && { owner: kind.owner }),
    entityType: enumNumber(EntityTypeSchema, table),
    get: methods.get,
    record: (reply) => {
      const { head, state } = (reply as unknown as Record<string, Shown>)[methods.get.output.fields[0]!.localName]!;
      return { id: head!.id, calculationStatus: state!.calculationStatus };
    },
  });
  return [...usual, explain];
}

function specsOfOne(kind: Declared, single: `/v1/${string}`, renamed: Pick<WideSpec, "rename">) {
  const { one, path, methods, change } = kind;
  const values = methods.create.input.field.values!.message!;
  const changes = changesSchema(values).meta({ examples: [change] });
  return {
    create: {
      http: `POST ${path}`,
      summary: `Create ${one}`,
      body: newRecord(values, kind),
      strict: true,
      restates: true,
      status: 201,
    },
    get: { http: `GET ${single}`, summary: `Get ${one}`, ...renamed },
    update: {
      http: `PATCH ${single}`,
      summary: `Change ${one}`,
      ...renamed,
      body: changes,
      strict: true,
      restates: true,
      versioned: true,
      refuses: ["RECORD_CHANGED_MEANWHILE"],
    },
    remove: {
      http: `DELETE ${single}`,
      summary: `Delete ${one}`,
      ...renamed,
      restates: true,
      versioned: true,
      dry: { total: countOf },
    },
  } as const satisfies { [N in UsualMethod]?: WideSpec };
}

/** Public name of the ids in a bulk deletion. */
const idsName = ({ service, param }: Pick<Declared, "service" | "param">): string =>
  param === "id" ? `${resourceOf(service).one}_ids` : `${param}s`;

function specsOfMany({ many, methods, path, bulkPath = path, day, fields = [], ...kind }: Declared) {
  const filter = querySchema(methods.list.input.field.filter!.message!);
  const record = bodySchema(methods.create.input.field.values!.message!, kind.requiredInBatch);
  const inBatch = { ...kind.example, external_id: "note-4711" };
  const window = { page, size: size(50, 100), sort: sortBy(day, "created_at"), ...groupView };
  return {
    createBatch: {
      http: `POST ${path.replace("/v1/", "/v2/") as `/v2/${string}`}`,
      summary: `Create ${many}`,
      body: z.strictObject({ records: recordsOf(record, BATCH_MAX) }).meta({ examples: [{ records: [inBatch] }] }),
      ...queuedBatch,
      strict: true,
      restates: true,
      refuses: ["BULK_RECORDS_REJECTED"],
    },
    list: {
      http: `GET ${path}`,
      summary: `List ${many}`,
      query: z.object({ ...filter, ...window }),
      list: "pages",
      cursors: true,
      beside: ["filterHash", "totalCapped"],
    },
    values: {
      http: `GET ${bulkPath}/unique-values`,
      summary: `List the values of a field of the ${many}`,
      query: z.object({ field: z.enum([...fields, "fitness"]), ...groupView }),
    },
    removeByIds: {
      http: `POST ${bulkPath}/bulk-delete`,
      summary: `Delete ${many}`,
      restates: true,
      ...deletionByIds(idsName(kind)),
    },
    removeByFilters: {
      http: `POST ${bulkPath}/bulk-delete-by-filters`,
      summary: `Delete all ${many} that match`,
      restates: true,
      query: z.object(filter),
      body: Seen,
      refuses: ["FILTER_HASH_MISMATCH", "TOO_MANY_ROWS"],
    },
  } satisfies { [N in UsualMethod]?: WideSpec };
}
