import type { Readable } from "node:stream";
import { setImmediate as nextLoop } from "node:timers/promises";
import type { Message } from "@bufbuild/protobuf";
import { isId } from "@emissions/kit/process/id";
import { plainAddress } from "@emissions/kit/wire/address";
import { flatFields } from "@emissions/kit/wire/fields";
import { IDEMPOTENT_REPLAYED } from "@emissions/kit/wire/headers";
import { presentField } from "@emissions/kit/wire/present";
import type { Principal } from "@emissions/kit/wire/principal";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Limits } from "../limits/limits.ts";
import type { Policy } from "../limits/policy.ts";
import { admission, atOnceLimit, closeBeforeAnswer } from "./admission.ts";
import type { Guard } from "./auth.ts";
import { type Caller, type CallFacts, callerFor, fingerprint, idempotencyKey, type Outgoing } from "./call.ts";
import { checkRoute } from "./check-route.ts";
import { type Content, sendContent } from "./content.ts";
import { cursorOf, linkNextPage } from "./cursor.ts";
import { envelopes, type Listing } from "./envelopes.ts";
import { addVary } from "./header-list.ts";
import { type Input, readInput, type Sent } from "./input.ts";
import { JSON_TYPE } from "./json.ts";
import { jsonWriter } from "./json-writer.ts";
import { LargeBodyLimit } from "./large-body-limit.ts";
import type { ExportFormat } from "./list-export.ts";
import { expectedVersions } from "./precondition.ts";
import { PREFERENCE_APPLIED, prefersStrict, STRICT } from "./prefer.ts";
import { receiveRaw, unparsed } from "./raw-body.ts";
import { representationOf } from "./representations.ts";
import { beginTrace } from "./request-trace.ts";
import { restatementReason } from "./restatement.ts";
import { clientOf, hasLinkInBody, isStreamed, type Route } from "./route-spec.ts";
import { listBody } from "./streamed-list.ts";
import { receiveUpload } from "./upload.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    route?: Route;
  }
  interface FastifyRequest {
    principal: Principal | null;
    /** The body as received, for the fingerprint. */
    rawBody: Buffer | null;
  }
}

/** The code of Node for requests that take too long. */
const LATE = "ERR_HTTP_REQUEST_TIMEOUT";
/** Header with the number of matches of a bare list. */
export const TOTAL_COUNT = "x-total-count";
const NOTHING = Buffer.alloc(0);
/** Exports of lists of one caller at once. */
const EXPORTS_AT_ONCE_MAX = 2;

interface Serving {
  outgoing: Outgoing;
  guard: Guard;
  limits: Limits;
  /** Limits requests with refused credentials. */
  refused?: Policy;
}

/** Mounts the route table. */
export function serve(app: FastifyInstance, routes: readonly Route[], { outgoing, ...gate }: Serving): void {
  const { guard, limits } = gate;
  app.decorateRequest("principal", null);
  app.decorateRequest("rawBody", null);
  app.decorateRequest("span", null);
  const largeBodyLimit = new LargeBodyLimit({
    // Refused like a request that Node finds late.
    onLate: (socket) => app.server.emit("clientError", Object.assign(new Error("late"), { code: LATE }), socket),
  });
  const limitExports = atOnceLimit(limits, "exports", EXPORTS_AT_ONCE_MAX);
  for (const route of routes) {
    checkRoute(route);
    const { serves } = route;
    const { bodyBytes, atOnce } = route.spec.limits;
    const admit = admission(route, gate);
    const options: RouteOptions = {
      method: route.verb,
      url: route.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      config: { route },
      ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
      // Runs before the body is read, so that uploads without valid credentials are not awaited.
      onRequest: (request, reply) =>
        beginTrace(route, request, reply).run(async () => {
          await admit(request, reply);
          if (bodyBytes !== undefined) largeBodyLimit.check(request, bodyBytes);
        }),
      ...(bodyBytes !== undefined && {
        preParsing: async (request, reply, body) => largeBodyLimit.count(request, reply, body as Readable),
      }),
      ...(atOnce !== undefined && { onSend: closeBeforeAnswer }),
      handler: inTrace(async (request, reply) => {
        const facts = factsOf(route, request, reply, guard);
        const tell = (headers: Record<string, string>) => reply.headers(headers);
        if (serves.kind === "exchange")
          return guard.watch(route, request, tell, () =>
            serves.answer(request, reply, callerFor(outgoing, facts).call),
          );
        // Parsing a large body blocked the event loop: requests that arrived meanwhile are served first.
        if (request.releaseSlot !== null) await nextLoop();
        const strict = route.spec.strict !== undefined && prefersStrict(request.headers);
        const restatement = route.spec.restates ? restatementReason(request.raw, facts.principal) : undefined;
        const versions = expectedVersions(route, request);
        const repeat = repeatOf(route, request, { strict, restatement });
        if (strict) reply.header(PREFERENCE_APPLIED, STRICT);
        await callFirst(route, request as Sent, callerFor(outgoing, facts).call);
        const input = readInput(route, request as Sent, repeat?.key);
        if (hasLinkInBody(route)) facts.principal = await guard.admitLink(route, request, tell);
        const cursor = cursorOf(route, request, input);
        if (formatOf(route, input) !== undefined) await limitExports(request, reply);
        if (route.spec.translates) chooseLanguage(input, request, reply);
        const { answer, seen } = await guard.watch(route, request, tell, () =>
          work(route, request, {
            input,
            facts: { ...facts, repeat, dry: input.dry, strict, versions, cursor, restatement },
            outgoing,
            ownerOf: guard.inGroup,
          }),
        );
        if (serves.kind === "content" || formatOf(route, input) !== undefined)
          return sendContent(request, reply, answer as Content);
        if (isStreamed(route))
          return reply.send(await listBody(request, reply, route, answer as AsyncIterable<Message>));
        if (input.dry && !hasPreview(route))
          return reply.type(JSON_TYPE).send(JSON.stringify(dryRunAnswer(route, input.message, answer as Message)));
        request.recordVersion = seen.version;
        if (seen.replayed) reply.header(IDEMPOTENT_REPLAYED, "true");
        linkNextPage(route, request, reply, seen.nextCursor);
        return sendMessage(route, request, reply, { input, answer: answer as Message });
      }),
    };
    if (serves.kind === "rawUpload") unparsed(app, (scope) => scope.route(options));
    else app.route(options);
  }
}

interface Answer {
  input: Input;
  answer: Message;
}

function sendMessage(route: Route, request: FastifyRequest, reply: FastifyReply, { input, answer }: Answer) {
  const { spec, serves } = route;
  if (spec.location && !input.dry) reply.header("location", spec.location(answer as never));
  const total = totalOfBareList(route, answer);
  if (total !== undefined) reply.header(TOTAL_COUNT, String(total));
  const shown = show(route, answer, input.query);
  if (shown === undefined) return reply.code(204).send();
  if (serves.kind === "represented") {
    addVary(reply, "accept");
    const { type, headers, write } =
      representationOf(serves.representations, input.query.format, request.headers.accept) ?? {};
    if (write !== undefined) return reply.headers(headers!).type(`${type}; charset=utf-8`).send(write(shown));
  }
  // Bytes instead of text: a text would be copied by each garbage collection until it is freed.
  return reply
    .code(statusOf(route, input, answer))
    .type(JSON_TYPE)
    .send(Buffer.from(jsonWriter(request, reply)(shown)));
}

/** The longest `Accept-Language` that services read. */
const LANGUAGE_LENGTH_MAX = 255;

function chooseLanguage({ message, query }: Input, request: FastifyRequest, reply: FastifyReply): void {
  addVary(reply, "accept-language");
  const language = query.language ?? request.headers["accept-language"]?.slice(0, LANGUAGE_LENGTH_MAX) ?? "";
  Object.assign(message, { language });
}

/** Calls `first` of the route. Skipped when a path id is malformed, which is reported with all other violations. */
async function callFirst({ spec }: Route, { params }: Sent, call: Caller): Promise<void> {
  if (spec.first && Object.values(params).every(isId)) await spec.first(call, params);
}

interface WorkContext {
  input: Input;
  facts: CallFacts;
  outgoing: Outgoing;
  ownerOf: Guard["inGroup"];
}

async function work(route: Route, request: FastifyRequest, { input, facts, outgoing, ownerOf }: WorkContext) {
  const { method, spec, serves } = route;
  const { message, query } = input;
  const format = formatOf(route, input);
  const isLong = serves.kind === "content" || serves.kind === "rawUpload" || format !== undefined;
  const { call, stream, seen } = callerFor(outgoing, {
    ...facts,
    deadlinePerCall: isLong || spec.accepted !== undefined,
  });
  const workOn = (taken: object, by = call) => route.work(by, taken as never, stream, clientOf(request));
  if (serves.kind === "upload")
    return receiveUpload(request, { outgoing, facts, rule: serves.rule }, (once, file) => workOn(file, once));
  if (serves.kind === "rawUpload") {
    const receiving = { bytesMax: serves.bytesMax, owner: () => ownerOf(facts.principal) };
    return { answer: await receiveRaw(request, receiving, (body) => workOn({ body, request: message })), seen };
  }
  if (serves.kind === "exported" && format !== undefined) {
    const filterHash = query.filter_hash as string | undefined;
    const asked = { method, returns: spec.returns!, call, stream, message, format, filterHash };
    return { answer: await serves.exports.write(asked), seen };
  }
  return { answer: await workOn(message), seen };
}

/** The format of an export; undefined for another request. */
const formatOf = ({ serves }: Route, { query }: Input) =>
  serves.kind === "exported" ? (query.format as ExportFormat | undefined) : undefined;

/** The signal aborts when the answer is complete, or its client disconnected. */
function factsOf(route: Route, request: FastifyRequest, reply: FastifyReply, { nobody }: Guard): CallFacts {
  const facts = {
    principal: request.principal ?? nobody,
    requestId: request.id,
    address: plainAddress(request.ip),
    since: performance.now(),
  };
  // No password is hashed for a client that has gone. Other writes go on without their client.
  const isFile = route.serves.kind === "content" || route.serves.kind === "exported";
  if (!isFile && !isStreamed(route) && route.spec.guesses === undefined) return facts;
  const hangUp = new AbortController();
  reply.raw.once("close", () => hangUp.abort());
  return { ...facts, signal: hangUp.signal };
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** The body arrives outside of the context that `onRequest` has set. */
const inTrace =
  (handler: Handler): Handler =>
  (request, reply) =>
    request.span === null ? handler(request, reply) : request.span.run(() => handler(request, reply));

function statusOf({ spec }: Route, { dry }: Input, reply: Message): number {
  if (dry) return 200;
  return spec.accepted?.(reply as never) ? 202 : spec.status;
}

/** The number of matches of a list whose shape has no place for it. */
function totalOfBareList({ method, spec }: Route, reply: Message): number | undefined {
  if (spec.list !== "bare" || method.output.field.total === undefined) return undefined;
  return presentField(method.output, reply, "total") as number;
}

function show({ method, spec, serves }: Route, reply: Message, query: Record<string, unknown>): unknown {
  if (serves.kind === "answer") return reply;
  if (spec.returns === undefined) return undefined;
  const sparse = spec.sparse?.when(reply as never) ?? false;
  const value = presentField(method.output, reply, spec.returns, sparse);
  if (spec.list === undefined) return value;

  const fields = [...flatFields(method.output).values()];
  const total = fields.some(({ field }) => field.name === "total") ? presentField(method.output, reply, "total") : 0;
  const window = { page: 1, size: 1, offset: 0, limit: 1, ...(query as Partial<Listing>) };
  const listing = envelopes[spec.list]({ ...window, items: value, total: total as number, name: spec.returns });
  for (const name of spec.beside ?? []) {
    const field = fields.find((one) => one.field.localName === name)?.field;
    const text = presentField(method.output, reply, name);
    Object.assign(listing as object, { [field?.name ?? name]: text === "" ? null : text });
  }
  return listing;
}

const hasPreview = ({ spec: { dry } }: Route) => dry !== false && dry.previews === true;

/** The number in the reply of a deletion of many. */
const deletedIn = (reply: Message & { deletion?: { successCount?: number } }) => reply.deletion?.successCount;

/** The answer of a successful dry run. */
function dryRunAnswer({ method, spec }: Route, message: Message, reply: Message) {
  const list = method.input.fields.find(({ name }) => name === spec.batch);
  const records = list && (message as unknown as Record<string, unknown[]>)[list.localName]?.length;
  const { total: totalOf } = spec.dry || {};
  const total = totalOf?.(message as never, reply as never) ?? deletedIn(reply) ?? records ?? 1;
  const deletedWith = method.output.fields.find(({ name }) => name === "deleted_with");
  return {
    dry_run: true,
    valid: true,
    total,
    ...(deletedWith && { deleted_with: presentField(method.output, reply, deletedWith.localName) }),
  };
}

function repeatOf({ serves }: Route, request: FastifyRequest, options: Pick<CallFacts, "strict" | "restatement">) {
  if (request.method !== "POST") return undefined;
  const key = idempotencyKey(request.raw);
  // The fingerprint of an upload is computed while the file arrives (`upload.ts`).
  if (key === undefined || serves.kind === "upload") return undefined;
  const { method, url, rawBody } = request;
  return { key, fingerprint: fingerprint({ method, url, body: rawBody ?? NOTHING, ...options }) };
}
