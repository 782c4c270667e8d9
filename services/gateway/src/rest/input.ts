import type { DescMessage, Message } from "@bufbuild/protobuf";
import { isId } from "@emissions/kit/process/id";
import type { z } from "zod";
import { refusalFor } from "./batch.ts";
import { messageFromJson } from "./json.ts";
import { isExactNumber, textProblem } from "./json-validator.ts";
import type { Route } from "./route.ts";
import { type Violation, violationsOf } from "./violations.ts";

export interface Sent {
  params: Record<string, string>;
  query: Record<string, string | string[]>;
  body: unknown;
}

export interface Input {
  message: Message;
  /** The parsed query with its defaults. */
  query: Record<string, unknown>;
  /** True for a dry run. */
  dry: boolean;
}

/** Parses a request into the message of its method. Reports all violations together. */
export function readInput(route: Route, sent: Sent): Input {
  const { spec, method } = route;
  const found: Violation[] = [];
  const named = plainNames(sent.query, found);
  const dry = spec.dry && isDry(named.dry_run, found);
  const query = parse(spec.query, named, "query", found);
  const body = parse(spec.body, sent.body, "body", found);
  for (const [name, value] of Object.entries(sent.params)) {
    if (!isId(value)) found.push({ loc: ["path", name], msg: "value is not a valid uuid", type: "type_error.uuid" });
  }
  if (found.length > 0) throw refusalFor(found);

  const json = renamed({ ...query, ...body, ...lowerCase(sent.params) }, spec.rename);
  const message = messageFromJson(method.input, { ...json, ...rejectedIn(json, spec.batch) });
  Object.assign(message, spec.set);
  if (hasMask(method.input)) Object.assign(message, { updateMask: maskOf(Object.keys(body)) });
  return { message, query, dry };
}

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

function parse(schema: z.ZodType | undefined, value: unknown, where: string, found: Violation[]) {
  if (schema === undefined) return {};
  const result = schema.safeParse(isExactNumber(value) ? Number(value.exact) : value, { reportInput: true });
  if (result.success) return result.data as Record<string, unknown>;
  // Pushed one by one: too many arguments of one call would overflow the stack.
  for (const violation of violationsOf(result.error.issues, where)) found.push(violation);
  return {};
}

/** Accepts only `true` and `false`, so that a misspelt dry run never writes. */
function isDry(value: unknown, found: Violation[]): boolean {
  if (value === undefined || value === "false" || value === "true") return value === "true";
  found.push({ loc: ["query", "dry_run"], msg: "expected true or false", type: "type_error.enum" });
  return false;
}

/** `status[]` is the same as `status`, repeated or not. The schema ignores unknown names. */
function plainNames(query: Sent["query"], found: Violation[]): Record<string, unknown> {
  const named = new Map<string, string | string[]>();
  for (const [name, value] of Object.entries(query)) {
    const plain = name.endsWith("[]") ? name.slice(0, -2) : name;
    const earlier = named.get(plain);
    named.set(plain, earlier === undefined ? value : [earlier, value].flat());
    const problem = [value]
      .flat()
      .map(textProblem)
      .find((one) => one !== null);
    if (problem) found.push({ loc: ["query", plain.replaceAll(/[^\w.-]/g, "?")], ...problem });
  }
  return Object.fromEntries(named);
}

const lowerCase = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value.toLowerCase()]));

const hasMask = (desc: DescMessage) => desc.fields.some((field) => field.name === "update_mask");

const maskOf = (paths: string[]) => ({ $typeName: "google.protobuf.FieldMask", paths });
