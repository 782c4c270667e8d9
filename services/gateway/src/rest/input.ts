import type { DescMessage, Message } from "@bufbuild/protobuf";
import { isId } from "@emissions/kit/process/id";
import { z } from "zod";
import { refusalFor } from "./batch.ts";
import { KEY_MISSING } from "./call.ts";
import { checkCursorParameters } from "./cursor.ts";
import { messageFromJson } from "./json.ts";
import { isExactNumber, textProblem } from "./json-validator.ts";
import { checkExportParameters } from "./list-export.ts";
import { readQuery, type SentQuery } from "./query.ts";
import { isIdParameter, type Route } from "./route-spec.ts";
import { type Violation, violationsOf } from "./violations.ts";

export interface Sent {
  params: Record<string, string>;
  query: SentQuery;
  body: unknown;
}

export interface Input {
  message: Message;
  /** The parsed query with its defaults. */
  query: Record<string, unknown>;
  /** True for a dry run. */
  dry: boolean;
}

/**
 * Parses a request into the message of its method. Reports all violations together. `key` is its idempotency key, which
 * a dry run does not need.
 */
export function readInput(route: Route, sent: Sent, key: string | undefined): Input {
  const { spec, method } = route;
  const found: Violation[] = [];
  const { values: query, dry } = readQuery(route, sent.query, found);
  if (route.serves.kind === "exported") checkExportParameters(sent.query, found);
  if (spec.cursors) checkCursorParameters(sent.query, found);
  const body = parseBody(spec.body, sent.body, found);
  for (const [name, value] of Object.entries(sent.params)) {
    const problem = isIdParameter(route, name) ? idProblem(value) : textProblem(value);
    if (problem !== null) found.push({ loc: ["path", name], ...problem });
  }
  if (spec.repeat === "required" && key === undefined && !dry) found.unshift(KEY_MISSING);
  if (found.length > 0) throw refusalFor(found);

  const json = renamed({ ...query, ...body, ...inLowerCase(route, sent.params) }, spec.rename);
  const message = messageFromJson(method.input, { ...json, ...rejectedIn(json, spec.batch) });
  Object.assign(message, spec.set);
  if (hasMask(method.input)) Object.assign(message, { updateMask: maskOf(Object.keys(body)) });
  return { message, query, dry };
}

const idProblem = (value: string) =>
  isId(value) ? null : { msg: "value is not a valid uuid", type: "type_error.uuid" };

/** Public names as the message has them. */
const renamed = (json: Record<string, unknown>, names: Route["spec"]["rename"]) =>
  names === undefined
    ? json
    : Object.fromEntries(Object.entries(json).map(([name, value]) => [names[name] ?? name, value]));

/** The records of a batch that could not be parsed, with their places. */
function rejectedIn(json: Record<string, unknown>, batch: string | undefined): { rejected?: unknown[] } {
  if (batch === undefined) return {};
  const records = json[batch] as { rejected?: unknown[] }[];
  const rejected = records.flatMap(({ rejected: violations }, index) => (violations ? [{ index, violations }] : []));
  return rejected.length > 0 ? { rejected } : {};
}

/** Operations without a body refuse the fields of one: a client would believe that they count. */
const NO_BODY = z.strictObject({}).optional();

function parseBody(schema: z.ZodType = NO_BODY, value: unknown, found: Violation[]) {
  const result = schema.safeParse(isExactNumber(value) ? Number(value.exact) : value, { reportInput: true });
  if (result.success) return (result.data ?? {}) as Record<string, unknown>;
  // Pushed one by one: too many arguments of one call would overflow the stack.
  for (const violation of violationsOf(result.error.issues, "body")) found.push(violation);
  return {};
}

/** Ids in lower case. Names and tokens stay as they are. */
const inLowerCase = (route: Route, params: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, isIdParameter(route, name) ? value.toLowerCase() : value]),
  );

const hasMask = (desc: DescMessage) => desc.fields.some((field) => field.name === "update_mask");

const maskOf = (paths: string[]) => ({ $typeName: "google.protobuf.FieldMask", paths });
