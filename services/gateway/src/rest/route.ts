import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import type { z } from "zod";
import type { Caller, StreamCaller } from "./call.ts";
import type { Content } from "./content.ts";
import { CURSOR_PARAMETER } from "./cursor.ts";
import type { PartRule } from "./multipart.ts";
import type { RawBody } from "./raw-body.ts";
import type { Representations } from "./representations.ts";
import type { Client, Exchange, Role, Route, Serves, Spec, Verb, WideSpec } from "./route-spec.ts";
import type { Upload } from "./upload.ts";

/** They read activity data. */
export const READERS: readonly Role[] = ["viewer", "auditor", "editor", "admin"];
const WRITERS: readonly Role[] = ["editor", "admin"];
const ADMINS: readonly Role[] = ["admin"];
/** They read the audit log. */
export const AUDITORS: readonly Role[] = ["auditor", ...ADMINS];
/** Routes that show no activity data, such as catalogues. */
export const EVERY_ROLE: readonly Role[] = [...READERS, "human_resources"];
/** Data of people: employees, commuting, surveys, own workforce and trainings. */
export const PEOPLE_READERS = EVERY_ROLE;
export const PEOPLE_WRITERS: readonly Role[] = [...WRITERS, "human_resources"];

/** Declares a REST endpoint. `work` is for endpoints that take more than one call. */
export function route<I extends DescMessage, O extends DescMessage, Q extends z.ZodObject, B extends z.ZodType>(
  method: DescMethodUnary<I, O>,
  spec: Spec<MessageShape<I>, MessageShape<O>, Q, B>,
  work?: (call: Caller, request: MessageShape<I>) => Promise<MessageShape<O>>,
): Route {
  const returns = spec.http.startsWith("DELETE ") ? undefined : method.output.fields[0]?.localName;
  return entry(
    method,
    { ...(returns !== undefined && { returns }), ...(spec as WideSpec) },
    work ?? ((call: Caller, request: MessageInitShape<I>) => call(method, request)),
  );
}

/** The same endpoint with representations besides JSON. */
export const represented = (route: Route, representations: Representations): Route => ({
  ...route,
  serves: { kind: "represented", representations },
});

/** Declares a REST endpoint from descriptors, whose messages are not known to the compiler. */
export const describedRoute = (
  method: DescMethodUnary,
  spec: WideSpec,
  work?: (call: Caller, request: never) => Promise<object>,
): Route => route(method, spec as never, work as never);

/** Declares an endpoint whose answer the gateway makes itself, described by `answers`. */
export function answer<I extends DescMessage, O extends DescMessage, B extends z.ZodType, A extends z.ZodType>(
  method: DescMethodUnary<I, O>,
  spec: Omit<Spec<MessageShape<I>, MessageShape<O>, z.ZodObject, B>, "returns" | "list" | "sparse" | "beside">,
  answers: A,
  work: (call: Caller, request: MessageShape<I>, stream: StreamCaller, client: Client) => Promise<z.output<A>>,
): Route {
  return entry(method, spec as WideSpec, work, { kind: "answer", schema: answers });
}

type ExchangeSpec = Pick<WideSpec, "http" | "summary" | "operation" | "description" | "query" | "auth" | "refuses"> & {
  redirects?: true;
  answers?: z.ZodType;
};

/** Declares an endpoint that answers by itself, with redirects or cookies. It calls `method`. */
export function exchange(method: DescMethodUnary, spec: ExchangeSpec, work: Exchange): Route {
  const { redirects = false, answers: schema, ...rest } = spec;
  const unused = () => Promise.reject(new Error(`${spec.http} answers by itself`));
  return entry(method, rest, unused, { kind: "exchange", answer: work, redirects, schema });
}

type FileSpec<I, O> = Omit<
  Spec<I, O, z.ZodObject, z.ZodType>,
  "query" | "body" | "list" | "sparse" | "beside" | "essential" | "dry" | "repeat" | "batch"
>;

/** Declares an endpoint that receives a file. The answer is that of the method. */
export function upload<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  spec: FileSpec<MessageShape<I>, MessageShape<O>> & PartRule,
  work: (call: Caller, file: Upload) => Promise<MessageShape<O>>,
): Route {
  const { part, bytesMax, texts, fileOptional, tooLarge, ...rest } = spec;
  const rule: PartRule = {
    part,
    bytesMax,
    ...(texts && { texts }),
    ...(fileOptional && { fileOptional }),
    ...(tooLarge !== undefined && { tooLarge }),
  };
  return entry(method, { ...rest, dry: false } as WideSpec, work, { kind: "upload", rule });
}

/** Declares an endpoint whose body is the content of a file. The answer is that of the method. */
export function rawUpload<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  spec: FileSpec<MessageShape<I>, MessageShape<O>> & { bytesMax: number },
  work: (call: Caller, body: RawBody, request: MessageShape<I>) => Promise<MessageShape<O>>,
): Route {
  const { bytesMax, ...rest } = spec;
  const returns = method.output.fields[0]?.localName;
  const received = (call: Caller, { body, request }: { body: RawBody; request: MessageShape<I> }) =>
    work(call, body, request);
  const serves = { kind: "rawUpload", bytesMax } as const;
  return entry(method, { returns, ...rest, dry: false } as WideSpec, received as never, serves);
}

type ContentSpec<I, O> = Omit<FileSpec<I, O>, "returns" | "status"> &
  Pick<WideSpec, "query" | "body"> & { mediaTypes?: readonly string[] };

/** Declares an endpoint that sends a file, and changes nothing. */
export function content<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O> | DescMethodServerStreaming<I, O>,
  spec: ContentSpec<MessageShape<I>, MessageShape<O>>,
  work: (call: Caller, request: MessageShape<I>, stream: StreamCaller) => Promise<Content>,
): Route {
  const { mediaTypes = [], ...rest } = spec;
  return entry(method, { ...rest, dry: false } as WideSpec, work, { kind: "content", mediaTypes });
}

/** Declares a list without pages: a bare array of the items of all messages, the first field of each. */
export function streamedList<I extends DescMessage, O extends DescMessage>(
  method: DescMethodServerStreaming<I, O>,
  spec: Pick<WideSpec, "http" | "summary" | "operation" | "description" | "query" | "roles" | "refuses" | "limits">,
): Route {
  const returns = method.output.fields[0]!.localName;
  const work = async (_: Caller, request: MessageInitShape<I>, stream: StreamCaller) => stream(method, request);
  return entry(method, { ...spec, returns, list: "bare" }, work);
}

function entry(
  method: Route["method"],
  spec: WideSpec,
  work: Route["work"],
  serves: Serves = { kind: "message" },
): Route {
  const [verb, path] = spec.http.split(" ") as [Verb, string];
  const auth = spec.auth ?? "pair";
  const query = spec.cursors ? spec.query!.extend(CURSOR_PARAMETER) : spec.query;
  const refuses = [...(spec.refuses ?? []), ...(spec.versioned ? ["PRECONDITION_FAILED"] : [])];
  return {
    method,
    verb,
    path,
    spec: {
      ...spec,
      ...(query && { query }),
      ...(refuses.length > 0 && { refuses }),
      limits: spec.limits ?? {},
      roles: spec.roles === "org_admin" ? ADMINS : (spec.roles ?? (verb === "GET" ? READERS : WRITERS)),
      roleRefusal: spec.roles === "org_admin" ? "ORG_ADMIN_REQUIRED" : "FORBIDDEN",
      auth,
      dry: (verb === "POST" || verb === "DELETE") && auth === "pair" && (spec.dry ?? {}),
      status: spec.status ?? 200,
    },
    work,
    serves,
  };
}
