import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import type { Principal } from "@emissions/kit/wire/principal";
import type { z } from "zod";
import type { Caller, StreamCaller } from "./call.ts";
import type { Content } from "./content.ts";
import type { Envelope } from "./envelopes.ts";
import type { ListExport } from "./list-export.ts";
import type { PartRule } from "./multipart.ts";
import type { Rate } from "./rate-limit.ts";
import type { RawBody } from "./raw-body.ts";
import type { Representations } from "./representations.ts";
import type { Upload } from "./upload.ts";

type Own<M> = Exclude<keyof M, "$typeName" | "$unknown"> & string;
type Snake<S extends string> = S extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Rest>}`
  : S;

/** Fails to compile for a schema with a field that the request message lacks. */
type Known<S, M> = S extends z.ZodType<infer T> ? (Exclude<keyof T, Snake<Own<M>>> extends never ? S : never) : S;

export type Role = Exclude<Principal["role"], "service">;
/** The path parameter with the token of a link. */
export const LINK_PARAMETER = "token";
/** Path parameters that name an entry of a list of the service. */
const NAME_PARAMETERS: readonly string[] = ["template_id", "source_key"];

/** All other path parameters are ids. */
export const isIdParameter = (name: string): boolean => name !== LINK_PARAMETER && !NAME_PARAMETERS.includes(name);

export type Verb = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** The endpoint works, but clients should use its successor. No date of removal is set. */
export interface Deprecated {
  /** The day of the deprecation in the change history of the contract. */
  since: string;
  /** Without path parameters, because it becomes a `Link` header. */
  successor: `${Verb} /${string}`;
}

/** One of several forms of a message in answers, for the description of the API. */
export interface Form {
  /** The fields that it has, by their names in the proto, each with a value; by default all fields. */
  fields?: readonly string[];
  /** The values of fields that tell the forms apart. */
  only?: Readonly<Record<string, readonly string[]>>;
  description?: string;
}

/** A message that answers show in several forms, by the names of their schemas. */
export interface Forms {
  message: DescMessage;
  forms: Readonly<Record<string, Form>>;
}

interface Spec<I, O, Q, B> {
  /** Path parameters are fields of the request. */
  http: `${Verb} /${string}`;
  summary: string;
  /** The operation id in the description of the API, where several endpoints share a method. */
  operation?: string;
  /** The description of the endpoint, where the comment of the RPC is not for clients. */
  description?: string;
  /** Its parameters. Every other one is refused; without a schema, all are. */
  query?: Q & Known<Q, I>;
  body?: B & Known<B, I>;
  /** A call that must succeed before query and body are parsed. It is skipped when a path id is malformed. */
  first?: (call: Caller, ids: Readonly<Record<string, string>>) => Promise<unknown>;
  /** Fields of the message whose public names are others, by the public name. */
  rename?: Readonly<Record<string, string>>;
  /** Fields of the request message with fixed values. */
  set?: Partial<I>;
  /**
   * The field of the reply that is shown; by default the first. The answer of a DELETE, and of a reply without fields, is
   * 204.
   */
  returns?: Own<O>;
  /** Fields of the reply that stand beside the items of a list. */
  beside?: Own<O>[];
  /** The list shape of the public contract. */
  list?: Envelope;
  /** Tells for which replies fields without a value are omitted instead of null. */
  sparse?: (reply: O) => boolean;
  /** The forms of the message that `sparse` leaves fields out of. */
  forms?: Forms;
  /** The whole list as a file, by the value of the parameter `format`. */
  exports?: ListExport;
  /** Representations besides JSON, by the value of the parameter `format`. */
  representations?: Representations;
  status?: 200 | 201 | 202;
  /** Tells for which replies the work still runs, so that the status is 202. */
  accepted?: (reply: O) => boolean;
  /** `work` waits by several calls, each with a deadline of its own. */
  waits?: true;
  /** The path of the created resource, for the `Location` header. */
  location?: (reply: O) => string;
  /** `required`: without an `Idempotency-Key` the request is refused, unless it is a dry run. */
  repeat?: "required";
  /** Whether `?dry_run=true` is offered; by default on every POST and DELETE of an organization that takes no file. */
  dry?: boolean;
  /** A dry run answers like the request itself, with status 200: the service calculates what the request would do. */
  previews?: true;
  /** Whether `Prefer: handling=strict` refuses records whose calculation would fail or be marked. */
  strict?: true;
  /** Whether `Restatement-Reason` is offered, to change records of locked periods. */
  restates?: true;
  /**
   * The list in the body with the records of a batch, made by `recordsOf`. The service reports the errors of records.
   */
  batch?: Snake<Own<I>>;
  /** The number of records in a dry run; by default the items of `batch`, else one. */
  counts?: (request: I, reply: O) => number;
  /** Answers depend on the language. `Accept-Language` replaces a missing parameter `language`. */
  translates?: true;
  /** Requests per second of each caller. */
  rate?: Rate;
  /** Unanswered requests of each caller. */
  atOnceMax?: number;
  /** The largest body, and the longest list in it; by default 1 MiB and 10,000 items. */
  bodyBytesMax?: number;
  itemsMax?: number;
  /** `v1` is `{detail, code}`; `problem` is application/problem+json. */
  errors?: "v1" | "problem";
  /** The roles that may call it; by default READERS for GET and WRITERS for the rest. */
  roles?: readonly Role[];
  /** The code for callers of another role. */
  otherRoles?: "FORBIDDEN" | "ORG_ADMIN_REQUIRED";
  /**
   * `pair` is a credential with its organization, `key` a credential alone, `organization` no credential, which one
   * route uses. `link` is a token in the path, the parameter LINK_PARAMETER.
   */
  auth?: "pair" | "key" | "organization" | "link" | "none";
  /** An organization that does not exist is refused as such, and not by the refusal of the credential. */
  namesMissingOrganization?: true;
  /** The code for a request without credentials. */
  keyless?: "AUTH_REQUIRED" | "CREDENTIALS_REQUIRED";
  /** A request without these fields, or with a wrong type in one of them, is refused with 400 instead of 422. */
  essential?: readonly Snake<Own<I>>[];
  deprecated?: Deprecated;
  /** Codes that a client must handle, besides those of every route. */
  refuses?: readonly string[];
}

export interface Route {
  readonly method: DescMethodUnary | DescMethodServerStreaming;
  readonly verb: Verb;
  /** As in OpenAPI: `/v1/purchases/{id}`. */
  readonly path: string;
  readonly spec: Required<Pick<WideSpec, "errors" | "roles" | "otherRoles" | "auth" | "keyless" | "status" | "dry">> &
    WideSpec;
  /** Makes the reply; by default by one call of `method`. */
  readonly work: (call: Caller, request: never, stream: StreamCaller) => Promise<unknown>;
  /** The schema of an answer that is not a message. */
  readonly answers?: z.ZodType;
  /** The body is multipart/form-data with one file. `work` reads it while it arrives. */
  readonly takes?: PartRule;
  /** The body is the content of one file, of any type. `work` reads it while it arrives. */
  readonly receives?: { bytesMax: number };
  /** The answer is the content of a file, streamed. */
  readonly streams?: true;
  /** The type of the files of the route, if all have the same. They are made for the request, so they have no ETag. */
  readonly mediaType?: string;
  /** The answer is an array of the items of all messages of a streaming method, sent while they are read. */
  readonly lists?: true;
}

/** A spec of any message type. */
export type WideSpec = Omit<
  Spec<object, object, z.ZodObject, z.ZodType>,
  "sparse" | "returns" | "beside" | "query" | "body" | "essential" | "batch" | "location" | "counts" | "accepted"
> & {
  accepted?: (reply: never) => boolean;
  query?: z.ZodObject;
  body?: z.ZodType;
  essential?: readonly string[];
  returns?: string;
  beside?: string[];
  sparse?: (reply: never) => boolean;
  batch?: string;
  location?: (reply: never) => string;
  counts?: (request: never, reply: never) => number;
};

const READERS: readonly Role[] = ["viewer", "editor", "admin"];
const WRITERS: readonly Role[] = ["editor", "admin"];
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
  work: (call: Caller, request: MessageShape<I>) => Promise<z.output<A>>,
): Route {
  return { ...entry(method, spec as WideSpec, work), answers };
}

type FileSpec<I, O> = Omit<
  Spec<I, O, z.ZodObject, z.ZodType>,
  | "query"
  | "body"
  | "list"
  | "sparse"
  | "beside"
  | "essential"
  | "dry"
  | "repeat"
  | "batch"
  | "counts"
  | "bodyBytesMax"
  | "itemsMax"
>;

/** Declares an endpoint that receives a file. The answer is that of the method. */
export function upload<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  spec: FileSpec<MessageShape<I>, MessageShape<O>> & PartRule,
  work: (call: Caller, file: Upload) => Promise<MessageShape<O>>,
): Route {
  const { part, bytesMax, texts, fileOptional, tooLarge, ...rest } = spec;
  const takes: PartRule = {
    part,
    bytesMax,
    ...(texts && { texts }),
    ...(fileOptional && { fileOptional }),
    ...(tooLarge !== undefined && { tooLarge }),
  };
  return { ...entry(method, { ...rest, dry: false } as WideSpec, work), takes };
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
  return { ...entry(method, { returns, ...rest, dry: false } as WideSpec, received as never), receives: { bytesMax } };
}

type ContentSpec<I, O> = Omit<FileSpec<I, O>, "returns" | "status"> &
  Pick<WideSpec, "query" | "body"> &
  Pick<Route, "mediaType">;

/** Declares an endpoint that sends a file, and changes nothing. */
export function content<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O> | DescMethodServerStreaming<I, O>,
  spec: ContentSpec<MessageShape<I>, MessageShape<O>>,
  work: (call: Caller, request: MessageShape<I>, stream: StreamCaller) => Promise<Content>,
): Route {
  const { mediaType, ...rest } = spec;
  const route = entry(method, { ...rest, dry: false } as WideSpec, work);
  return { ...route, streams: true, ...(mediaType !== undefined && { mediaType }) };
}

/** Declares a list without pages: a bare array of the items of all messages, the first field of each. */
export function streamedList<I extends DescMessage, O extends DescMessage>(
  method: DescMethodServerStreaming<I, O>,
  spec: Pick<WideSpec, "http" | "summary" | "operation" | "description" | "query" | "roles" | "refuses" | "atOnceMax">,
): Route {
  const returns = method.output.fields[0]!.localName;
  const work = async (_: Caller, request: MessageInitShape<I>, stream: StreamCaller) => stream(method, request);
  return { ...entry(method, { ...spec, returns, list: "bare" }, work), lists: true };
}

function entry(method: Route["method"], spec: WideSpec, work: Route["work"]): Route {
  const [verb, path] = spec.http.split(" ") as [Verb, string];
  const auth = spec.auth ?? "pair";
  return {
    method,
    verb,
    path,
    spec: {
      ...spec,
      errors: spec.errors ?? "v1",
      roles: spec.roles ?? (verb === "GET" ? READERS : WRITERS),
      otherRoles: spec.otherRoles ?? "FORBIDDEN",
      auth,
      dry: spec.dry ?? ((verb === "POST" || verb === "DELETE") && auth === "pair"),
      keyless: spec.keyless ?? "AUTH_REQUIRED",
      status: spec.status ?? 200,
    },
    work,
  };
}
