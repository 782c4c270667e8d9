import { newId } from "@emissions/kit/process/id";
import { filledPath, type IdField, type Json, type Operation } from "./id-fields.ts";
import { idFor } from "./id-kinds.ts";
import { formOf } from "./imports.ts";
import type { Scene } from "./specimens/scene.ts";

export interface Request {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const CSV = { name: "a.csv", content: "Residuo;Fecha\nPapel;01/02/2025" };
/** Texts and file of each form. */
const FORMS: Readonly<Record<string, { texts: Record<string, string>; file?: typeof CSV & { part: string } }>> = {
  "/v1/files": { texts: {}, file: { ...CSV, part: "file" } },
  "/v1/files/upload": { texts: {}, file: { ...CSV, part: "file" } },
  "/v2/imports/sessions": { texts: { template_id: "wastes" } },
};

const NO_RECORD = { organization_id: newId(), facility_id: newId() };

/** Valid bodies with fields that the examples of the description lack, as changes of the first example. */
const MORE: Readonly<Record<string, readonly Json[]>> = {
  "POST /v1/invoices": [{ facility_id: undefined, facility_percentages: [{ ...NO_RECORD, percentage: 1 }] }],
  "POST /v1/logistic-hubs": [{ type: "owned", facility_id: newId() }],
  "PUT /v1/logistic-hubs/{logistic_hub_id}": [{ type: "owned", facility_id: newId() }],
  "POST /v2/sold-products": [
    {
      records: [{ product_id: newId(), start_date: "2025-01-01", end_date: "2025-12-31", country: "ES", quantity: 1 }],
    },
  ],
};

/** Parameters without which the others are refused. */
const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  "GET /v1/own_workforces/figures": { date: "2025-05-05" },
  "POST /v1/waste/bulk-delete-by-filters": { "file_id[]": newId() },
};

/** A request that is valid for the organization of `own`, with another id in one field. */
export function requestWith(operation: Operation, field: IdField, id: string, own: Scene): Request {
  const { path, verb, required, fields } = operation;
  const ownIds = fields.flatMap((other) => {
    const find = idFor(operation, other);
    return find === null ? [] : [{ ...other, id: find(own) }];
  });
  const inPath = Object.fromEntries(ownIds.filter(({ place }) => place === "path").map(({ at, id }) => [at[0]!, id]));
  const ids = field.place === "path" ? { ...inPath, [field.at[0]!]: id } : inPath;
  const query = new URLSearchParams({ ...required, ...QUERIES[`${verb} ${path}`] });
  for (const { at, place, id } of ownIds) if (place === "query" && query.has(at[0]!)) query.set(at[0]!, id);
  if (field.place === "query") query.set(field.at[0]!, id);
  const url = filledPath(path, (name) => ids[name] ?? newId()) + (query.size > 0 ? `?${query}` : "");
  const headers: Record<string, string> = verb === "POST" ? { "idempotency-key": newId() } : {};
  if (field.place === "form") {
    const { texts, file } = FORMS[path] ?? missingForm(path);
    const form = formOf({ ...texts, [field.at[0]!]: id }, file);
    return { path: url, body: form.body, headers: { ...headers, ...form.headers } };
  }
  const isForm = fields.some(({ place }) => place === "form") || operation.examples.length === 0;
  if (isForm) return { path: url, headers };
  const example = exampleWith(operation, field);
  const valid = ownIds
    .filter(({ place }) => place === "body")
    .reduce<unknown>((body, { at, id }) => (has(body, at) ? placed(body, at, id) : body), example);
  return { path: url, headers, body: field.place === "body" ? placed(valid, field.at, id) : valid };
}

/** The valid body that has the field, or else most of the objects around it. */
function exampleWith({ verb, path, examples }: Operation, { place, at }: IdField): Json {
  const more = MORE[`${verb} ${path}`] ?? [];
  const all = [...more.map((one) => ({ ...examples[0], ...one })), ...examples];
  if (place !== "body") return examples[0]!;
  const depth = (body: Json) => at.findLastIndex((_, index) => has(body, at.slice(0, index + 1)));
  return all.reduce((best, body) => (depth(body) > depth(best) ? body : best), all[0]!);
}

function has(value: unknown, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return true;
  if (key === "*") return Array.isArray(value) && value.length > 0 && has(value[0], rest);
  const inner = typeof value === "object" && value !== null ? (value as Json)[key] : undefined;
  return inner !== undefined && has(inner, rest);
}

/** The value with the id in its place; a list keeps one item. */
function placed(value: unknown, [key, ...rest]: readonly string[], id: string): unknown {
  if (key === undefined) return id;
  if (key === "*") return [placed(Array.isArray(value) ? value[0] : undefined, rest, id)];
  const object = (value ?? {}) as Json;
  return { ...object, [key]: placed(object[key], rest, id) };
}

function missingForm(path: string): never {
  throw new Error(`${path} has no form: add one to tests/support/id-requests.ts`);
}
