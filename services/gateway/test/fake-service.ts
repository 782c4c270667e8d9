import type { DescField, DescMessage, DescMethod, DescService, Message } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { conflict, notFound, unprocessable } from "@emissions/kit/wire/errors";
import { flatFields, rulesOf } from "@emissions/kit/wire/fields";
import { IDEMPOTENCY_FINGERPRINT, IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED } from "@emissions/kit/wire/headers";
import { principalOf } from "@emissions/kit/wire/principal";
import type { ServiceEntry } from "@emissions/kit/wire/services";
import { IngestJobSchema, IngestOperation } from "@emissions/proto/activity/v1/ingest_job_service";
import { BulkDeletionSchema, ListSummarySchema } from "@emissions/proto/activity/v1/list";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { flattened, nested } from "@emissions/testkit/flat";
import { OURS } from "./access.ts";
import { SAMPLE_ID } from "./samples.ts";

/** The filter hash of every list of a fake service. */
export const FILTER_HASH = "a3f1c2e4b5d6a7b8";

type Fields = Record<string, unknown>;
type Sampler = (desc: DescMessage) => Message;
type Handler = (request: Message, call: HandlerContext) => unknown;

/**
 * A service that answers each method from its descriptor. Messages are samples with the values of the request. Lists
 * have one sample. Ids other than SAMPLE_ID are not found, nor is anything for other organizations than OURS.
 * `handlers` replace single methods.
 */
export function fakeOf(service: DescService, sampleOf: Sampler, handlers: ServiceEntry["impl"] = {}): ServiceEntry {
  const replies = new Map<string, unknown>();
  const methods = service.methods.map((method) => {
    const own = (handlers as unknown as Record<string, Handler>)[method.localName];
    if (method.methodKind === "server_streaming") {
      return [method.localName, own ?? inOneMessage(defaultHandler(method, sampleOf))];
    }
    return [method.localName, repeatable(replies, own ?? defaultHandler(method, sampleOf))];
  });
  return { service, impl: Object.fromEntries(methods) };
}

function defaultHandler(method: DescMethod, sampleOf: Sampler): Handler {
  return (request, call) => {
    refuseUnknownId(method, request as unknown as Fields, call);
    refuseBadBatch(request as unknown as Fields);
    const reply = new Map(
      method.output.fields.map((field) => [field.localName, replyField(field, method, request, sampleOf)]),
    );
    const items = [...reply.values()].find(Array.isArray);
    if (method.output.field.total !== undefined) reply.set("total", items?.length ?? 0);
    return Object.fromEntries([...reply].filter(([, value]) => value !== undefined));
  };
}

/** A stream with one message. */
const inOneMessage = (handler: Handler) =>
  async function* (request: Message, call: HandlerContext) {
    yield await handler(request, call);
  };

function replyField(field: DescField, method: DescMethod, request: Message, sampleOf: Sampler): unknown {
  const { records } = request as unknown as { records?: Message[] };
  if (field.fieldKind === "message") return filled(field.message, method, request, sampleOf);
  if (field.fieldKind === "list" && field.message) {
    const desc = field.message;
    if (records === undefined) return [sampleOf(desc)];
    const sent = method.input.fields.find(({ name }) => name === "records")!.message!;
    return records.map((record) => merged(sampleOf(desc), desc, record, sent));
  }
  if (field.name === "filter_hash") return FILTER_HASH;
  return field.name === "id" ? SAMPLE_ID : undefined;
}

function filled(desc: DescMessage, method: DescMethod, request: Message, sampleOf: Sampler): unknown {
  const { records } = request as unknown as { records?: unknown[] };
  const ids = idsIn(method.input, request);
  if (desc.typeName === ListSummarySchema.typeName) return { total: 1, filterHash: FILTER_HASH };
  if (desc.typeName === BulkDeletionSchema.typeName) {
    return { successCount: ids?.length ?? 0, successIds: ids ?? [], message: "Deleted." };
  }
  const { $typeName: _, ...fields } = merged(sampleOf(desc), desc, request, method.input);
  if (desc.typeName !== IngestJobSchema.typeName || (records ?? ids) === undefined) return fields;
  const [verb = "", ...words] = method.name.split(/(?=[A-Z])/).map((word) => word.toUpperCase());
  return {
    ...fields,
    entityType: entityTypeOf(words) ?? entityTypeOf([`${words[0]}S`]),
    operation: IngestOperation[verb as keyof typeof IngestOperation],
    totalItems: (records ?? ids)!.length,
  };
}

/** Routes of transports are named by their first word. Answers of surveys are stored in the rows. */
const entityTypeOf = (words: readonly string[]) => {
  const name = words.join("_");
  return EntityType[(name === "SURVEY_ANSWERS" ? "SURVEY_ROWS" : name) as keyof typeof EntityType];
};

/** The sample with the fields that the request has too. With a field mask, only those of the mask. */
function merged(sample: Message, desc: DescMessage, request: Message, sent: DescMessage): Fields & Message {
  const flat = flattened(sent, request as unknown as Fields) as Fields & { updateMask?: { paths: string[] } };
  const { updateMask, ...values } = flat;
  const sentFields = flatFields(sent);
  const names = updateMask?.paths ?? [...sentFields.keys()];
  const fields = [...flatFields(desc).values()].map(({ field }) => field);
  const shared = fields.filter((field) => {
    const { name, localName } = field;
    if (name === "id" || !names.includes(name) || !sentFields.has(name)) return false;
    // Answers show the days of invoices, and sections of routes, in another form.
    if (field.message !== sentFields.get(name)!.field.message) return false;
    if (rulesOf(field)?.string?.pattern && !rulesOf(sentFields.get(name)!.field)?.string?.pattern) return false;
    // Unspecified enum values and absent fields do not replace those of the sample.
    return updateMask !== undefined || ![undefined, 0, ""].includes(values[localName] as undefined);
  });
  const changes = shared.map(({ localName }) => [localName, values[localName]]);
  const all = { ...flattened(desc, sample as unknown as Fields), ...Object.fromEntries(changes) };
  return nested(desc, all) as Fields & Message;
}

/** The list of ids in a request. */
function idsIn(desc: DescMessage, request: Message): string[] | undefined {
  const list = desc.fields.find(({ name, fieldKind }) => fieldKind === "list" && /(^|_)ids$/.test(name));
  return list && (request as unknown as Record<string, string[]>)[list.localName];
}

/** The id of the resource is `id`, or a name such as `waste_id` for WasteService and `job_id` for IngestJobService. */
function refuseUnknownId({ parent, name: method, input }: DescMethod, request: Fields, call: HandlerContext): void {
  const thing = parent.name.replace(/Service$/, "");
  if (method === `Create${thing}`) return;
  const resource = thing.replaceAll(/(?<!^)(?=[A-Z])/g, " ").toLowerCase();
  const field = input.fields.find(
    ({ name }) => name === "id" || (name.endsWith("_id") && resource.replaceAll(" ", "_").endsWith(name.slice(0, -3))),
  );
  if (field === undefined) return;
  const isKnown = request[field.localName] === SAMPLE_ID && principalOf(call).organizationId === OURS;
  if (!isKnown) throw notFound(resource);
}

/** Refusals that only services can give. */
function refuseBadBatch({ rejected, filterHash }: Fields): void {
  if (typeof filterHash === "string" && filterHash !== FILTER_HASH) {
    throw conflict("FILTER_HASH_MISMATCH", "The set has changed.");
  }
  const [first] = (rejected as { index: number }[] | undefined) ?? [];
  if (first === undefined) return;
  const found = { loc: ["body", "records", String(first.index)], msg: "wrong", type: "SCHEMA_INVALID" };
  throw unprocessable("BULK_RECORDS_REJECTED", "1 record was rejected.", [found]);
}

/** A second request with the same key and fingerprint gets the reply of the first, marked as replayed. */
const repeatable =
  (replies: Map<string, unknown>, handler: Handler): Handler =>
  async (request, call) => {
    const key = call.requestHeader.get(IDEMPOTENCY_KEY);
    if (key === null) return handler(request, call);
    const name = `${principalOf(call).organizationId} ${key} ${call.requestHeader.get(IDEMPOTENCY_FINGERPRINT)}`;
    if (replies.has(name)) call.responseHeader.set(IDEMPOTENT_REPLAYED, "true");
    else replies.set(name, await handler(request, call));
    return replies.get(name);
  };
