import type { DescMessage, DescMethodServerStreaming, DescMethodUnary } from "@bufbuild/protobuf";
import type { Principal } from "@emissions/kit/wire/principal";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Policy } from "../limits/policy.ts";
import type { Caller, StreamCaller } from "./call.ts";
import type { Envelope } from "./envelopes.ts";
import type { ListExport } from "./list-export.ts";
import type { PartRule } from "./multipart.ts";
import type { Representations } from "./representations.ts";

type Own<M> = Exclude<keyof M, "$typeName" | "$unknown"> & string;
type Snake<S extends string> = S extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Rest>}`
  : S;

/** Fails to compile for a schema with a field that the request message lacks. */
type Known<S, M> = S extends z.ZodType<infer T> ? (Exclude<keyof T, Snake<Own<M>>> extends never ? S : never) : S;

export type Role = Exclude<Principal["role"], "service">;
/** The path parameter, or the field of the body, with the token of a link. */
export const LINK_PARAMETER = "token";
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

/** Replies whose fields without a value are omitted, and the forms that the message then has. */
interface Sparse<O> extends Forms {
  when: (reply: O) => boolean;
}

interface DryRun<I, O> {
  /** The number of records; by default those that the reply says deleted, the items of `batch`, or one. */
  total?: (request: I, reply: O) => number;
  /** The answer is that of the request itself, with status 200: the service calculates what the request would do. */
  previews?: true;
}

interface RouteLimits {
  /** Requests of a caller; without it and the usual one, requests are not counted. */
  rate?: Policy;
  /** Unanswered requests of each caller, over all gateways. */
  atOnce?: number;
  /** The largest body; by default 1 MiB. */
  bodyBytes?: number;
  /** The longest list in the body; by default 10,000 items. */
  items?: number;
}

export interface Spec<I, O, Q, B> {
  /** Path parameters are fields of the request. */
  http: `${Verb} /${string}`;
  summary: string;
  /** The operation id in the description of the API, where several endpoints share a method. */
  operation?: string;
  /** The description of the endpoint, where the comment of the RPC is not for clients. */
  description?: string;
  /** Path parameters that are names of entries; all others are ids. */
  names?: readonly string[];
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
  /** The service can continue the list after a row: `cursor` stands in place of `page` or `offset`. */
  cursors?: true;
  /** Fields without a value are omitted instead of null. */
  sparse?: Sparse<O>;
  status?: 200 | 201 | 202;
  /**
   * Tells for which replies the work still runs, so that the status is 202. Work that waits for it makes several calls,
   * each with a deadline of its own.
   */
  accepted?: (reply: O) => boolean;
  /** The path of the created resource, for the `Location` header. */
  location?: (reply: O) => string;
  /** `required`: without an `Idempotency-Key` the request is refused, unless it is a dry run. */
  repeat?: "required";
  /** How `?dry_run=true` answers. By default every POST and DELETE of an organization that takes no file offers it. */
  dry?: false | DryRun<I, O>;
  /**
   * Whether `Prefer: handling=strict` refuses records whose calculation would fail or be marked; `duplicates`: those that
   * may repeat others.
   */
  strict?: true | "duplicates";
  /** Whether `Restatement-Reason` is offered, to change records of locked periods. */
  restates?: true;
  /**
   * The list in the body with the records of a batch, made by `recordsOf`. The service reports the errors of records.
   */
  batch?: Snake<Own<I>>;
  /** Answers depend on the language. `Accept-Language` replaces a missing parameter `language`. */
  translates?: true;
  /** The service compares the version of the record that `If-Match` names. */
  versioned?: true;
  /** The answer has a secret, so it is not compressed: the length would tell of the secret beside text of others. */
  secret?: true;
  /** Limits in place of the usual ones. */
  limits?: RouteLimits;
  /**
   * The roles that may call it; by default READERS for GET and WRITERS for the rest. `org_admin` are admins, and others are
   * refused with ORG_ADMIN_REQUIRED.
   */
  roles?: readonly Role[] | "org_admin";
  /**
   * `pair` is a credential with its organization, `key` a credential alone, `organization` no credential, which one
   * route uses. `link` is a token in the path or in the body, LINK_PARAMETER. `session` is a token of a sign-in alone.
   */
  auth?: "pair" | "key" | "session" | "organization" | "link" | "none";
  /**
   * Wrong passwords count as failed sign-ins: of the account in the body, or of the person of the session; with a link, for
   * its organization. Wrong tokens in the body count like links that do not exist. A signature is checked without a look-up.
   */
  guesses?: "password" | "token" | "signature";
  /** Other codes than AUTH_REQUIRED and INVALID_API_KEY: without credentials, and for an organization that does not exist. */
  missing?: { credentials?: "CREDENTIALS_REQUIRED"; organization?: "ORGANIZATION_NOT_FOUND" };
  /** A request without these fields, or with a wrong type in one of them, is refused with 400 instead of 422. */
  essential?: readonly Snake<Own<I>>[];
  deprecated?: Deprecated;
  /** Codes that a client must handle, besides those of every route. */
  refuses?: readonly string[];
}

export type Exchange = (request: FastifyRequest, reply: FastifyReply, call: Caller) => Promise<FastifyReply>;

/** Where a request comes from. */
export interface Client {
  address: string;
  userAgent: string;
}

export const clientOf = ({ ip, headers }: FastifyRequest): Client => ({
  address: ip,
  userAgent: headers["user-agent"] ?? "",
});

export interface Route {
  readonly method: DescMethodUnary | DescMethodServerStreaming;
  readonly verb: Verb;
  /** As in OpenAPI: `/v1/purchases/{id}`. */
  readonly path: string;
  readonly spec: Omit<WideSpec, "roles"> &
    Required<Pick<WideSpec, "auth" | "status" | "dry" | "limits">> & {
      roles: readonly Role[];
      /** The code for callers of another role. */
      roleRefusal: "FORBIDDEN" | "ORG_ADMIN_REQUIRED";
    };
  /** Makes the reply; by default by one call of `method`. */
  readonly work: (call: Caller, request: never, stream: StreamCaller, client: Client) => Promise<unknown>;
  readonly serves: Serves;
}

/** The forms of the body and of the answer. */
export type Serves =
  /** The reply of `method` as JSON; of a streaming method, the items of all messages, sent while they are read. */
  | { kind: "message" }
  /** Also other representations of it, by the value of the parameter `format` or by the header `Accept`. */
  | { kind: "represented"; representations: Representations }
  /** A list, and the whole of it as a file, by the value of the parameter `format`. */
  | { kind: "exported"; exports: ListExport }
  /** JSON of this schema that is not a message. */
  | { kind: "answer"; schema: z.ZodType }
  /** The body is multipart/form-data with one file. `work` reads it while it arrives. */
  | { kind: "upload"; rule: PartRule }
  /** The body is the content of one file, of any type. `work` reads it while it arrives. */
  | { kind: "rawUpload"; bytesMax: number }
  /** The content of a file, streamed. Files of these types are made for the request, so they have no ETag. */
  | { kind: "content"; mediaTypes: readonly string[] }
  /** A redirect to another party, or an answer with cookies. Its parameters come from there, so unknown ones are ignored. */
  | { kind: "exchange"; answer: Exchange; redirects: boolean; schema: z.ZodType | undefined };

/** A spec of any message type. */
export type WideSpec = Omit<
  Spec<object, object, z.ZodObject, z.ZodType>,
  "sparse" | "returns" | "beside" | "query" | "body" | "essential" | "batch" | "location" | "dry" | "accepted"
> & {
  accepted?: (reply: never) => boolean;
  query?: z.ZodObject;
  body?: z.ZodType;
  essential?: readonly string[];
  returns?: string;
  beside?: string[];
  sparse?: Sparse<never>;
  batch?: string;
  location?: (reply: never) => string;
  dry?: false | DryRun<never, never>;
};

export const isStreamed = ({ method }: Pick<Route, "method">): boolean => method.methodKind === "server_streaming";

/** Whether the token of a link is in the body. */
export const hasLinkInBody = ({ path, spec }: Pick<Route, "path" | "spec">): boolean =>
  spec.auth === "link" && !path.includes(`{${LINK_PARAMETER}}`);

/** Whether a token is the only credential. */
export const isLink = ({ spec }: Pick<Route, "spec">): boolean => spec.auth === "link" || spec.guesses === "token";

/** Whether a path parameter is an id. */
export const isIdParameter = ({ spec }: Route, name: string): boolean =>
  name !== LINK_PARAMETER && !spec.names?.includes(name);
