import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Route } from "../src/rest/route-spec.ts";

/** Texts that break careless code. */
const TEXTS = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "x".repeat(70_000),
  "null",
  "NaN",
  "-1",
  "1e999999999",
  "' or 1=1 --",
  "%",
  "__proto__",
  "2026-02-30",
  "9999-12-31",
  "../../etc/passwd",
  "\r\nx-admin: 1",
  "00000000-0000-0000-0000-000000000000",
];
const VALUES: unknown[] = [...TEXTS, null, true, 0, -0.5, 1e21, 1e-29, [], [[]], {}, { a: { b: 1 } }, ["x"], [null]];
/** Texts that fit into a URL or a header. */
const SHORT = TEXTS.filter((text) => text.isWellFormed() && text.length < 10_000);

const BODIES = [
  "",
  "{",
  "{}",
  "null",
  "[]",
  '"text"',
  "1e999999",
  "\ufeff",
  '{"a":1,"a":2}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  `${"[".repeat(100_000)}`,
  `${'{"a":'.repeat(40)}1${"}".repeat(40)}`,
  `{"${"k".repeat(300)}":1}`,
  `{"a":${"9".repeat(1000)}}`,
  `{"a":[${"1,".repeat(20_000)}1]}`,
];

const HEADERS = ["x-api-key", "x-organization-id", "authorization", "idempotency-key", "traceparent", "x-request-id"];
const HEADER_VALUES = ["", "x".repeat(4_000), "é", "a, b", "'", "null", "00-0-0-0"];

/** Headers of a part that has a file, or seems to have one. */
const PARTS = [
  ...TEXTS.filter((text) => !text.includes("\r")).map((text) => `form-data; name="file"; filename="${text}"`),
  'form-data; name="file"; filename="a.txt"',
  'form-data; name="file"; filename="../../a.txt"',
  'form-data; name="file"; filename="a\u202etxt.exe"',
  "form-data; name=\"file\"; filename*=UTF-8''%00a.txt",
  "form-data; name=\"file\"; filename*=nonsense''%ff.txt",
  'form-data; name="file"',
  'form-data; name="other"; filename="a.txt"',
  'form-data; name="__proto__"; filename="a.txt"',
  "form-data; filename=a.txt",
  "form-data",
  "attachment",
  "",
];
const BOUNDARY = "--7c1f";
const multipart = `multipart/form-data; boundary=${BOUNDARY}`;
const partOf = (disposition: string) => `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n\r\nhello\r\n`;
const GOOD = partOf('form-data; name="file"; filename="a.txt"');
const END = `--${BOUNDARY}--\r\n`;

/** A valid upload. */
export const FORM = { headers: { "content-type": multipart }, payload: GOOD + END };

/** Malformed and hostile multipart bodies. */
const FORMS = [
  ...PARTS.map((disposition) => partOf(disposition) + END),
  GOOD + GOOD + END,
  GOOD + partOf('form-data; name="more"') + END,
  GOOD,
  `${GOOD}--${BOUNDARY}`,
  END,
  "",
  "hello",
  `${GOOD}${END}${GOOD}${END}`,
  `--${BOUNDARY}\r\n${"x-header: y\r\n".repeat(5_000)}\r\nhello\r\n${END}`,
  `--${BOUNDARY}\r\nContent-Disposition: ${"x".repeat(100_000)}`,
  "\r\n".repeat(50_000) + GOOD + END,
  `--${BOUNDARY}\r\n`.repeat(5_000),
];

export interface Attack {
  what: string;
  method: Route["verb"];
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

const PARAMETER = /\{\w+\}/g;

type Ids = Readonly<Record<string, string>>;

/** A path with an id for each parameter. An unknown id would stop every attack with 404. */
export const filled = (path: string, ids: Ids) =>
  path.replaceAll(PARAMETER, (name) => {
    const id = ids[name.slice(1, -1)];
    if (id === undefined) throw new Error(`${path} has no ${name}: add an id to the test`);
    return id;
  });

const fieldsOf = (schema: z.ZodType | undefined) => {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return Object.keys((inner as { shape?: object } | undefined)?.shape ?? {});
};

/** The example of the body in the description of the API. */
export const exampleOf = ({ spec }: Route) =>
  (spec.body?.meta()?.examples as Record<string, unknown>[] | undefined)?.[0] ?? {};

/**
 * A share of the values for each field: one in `each`. The next field continues where the previous one stopped, so
 * that all values are used.
 */
function partsOf<V>(values: readonly V[], each: number): () => V[] {
  let next = 0;
  return () =>
    each === 1
      ? [...values]
      : Array.from({ length: Math.ceil(values.length / each) }, () => values[next++ % values.length]!);
}

/** Lists of objects with one field of the first object replaced. */
function* spoiledInside(
  sane: Record<string, unknown>,
  nextValues: () => unknown[],
): Generator<[what: string, body: object]> {
  for (const [list, items] of Object.entries(sane)) {
    const [first, ...others] = Array.isArray(items) ? items : [];
    if (typeof first !== "object") continue;
    for (const name of [...Object.keys(first), "start_date", "end_date", "unknown"]) {
      for (const value of nextValues()) {
        const what = `${list}.0.${name}=${JSON.stringify(value).slice(0, 40)}`;
        yield [what, { ...sane, [list]: [{ ...first, [name]: value }, ...others] }];
      }
    }
  }
}

interface Choice {
  /** A body that the route accepts. One field at a time is replaced. */
  sane?: Record<string, unknown> | undefined;
  /** One in this many values is used for each field, parameter and header; by default all. */
  each?: number;
}

/** Hostile requests to one route. */
export function* attacks(
  route: Route,
  ids: Ids,
  { sane = exampleOf(route), each = 1 }: Choice = {},
): Generator<Attack> {
  const nextValues = partsOf(VALUES, each);
  const nextTexts = partsOf(SHORT, each);
  const nextBodies = partsOf(BODIES, each);
  const nextHeaders = partsOf(HEADER_VALUES, each);
  const method = route.verb;
  const url = filled(route.path, ids);
  const json = () => ({
    "content-type": "application/json",
    ...(route.spec.repeat && { "idempotency-key": randomUUID() }),
  });
  for (const name of [...fieldsOf(route.spec.body), "unknown", "id", "organization_id", "update_mask"]) {
    for (const value of nextValues()) {
      const payload = JSON.stringify({ ...sane, [name]: value });
      yield { what: `${name}=${JSON.stringify(value).slice(0, 40)}`, method, url, headers: json(), payload };
    }
  }
  for (const [what, body] of spoiledInside(sane, nextValues)) {
    yield { what, method, url, headers: json(), payload: JSON.stringify(body) };
  }
  for (const payload of nextBodies()) yield { what: payload.slice(0, 40), method, url, headers: json(), payload };
  for (const name of [...fieldsOf(route.spec.query), "unknown", "__proto__", "page[]", "a[b][c]"]) {
    for (const value of nextTexts()) {
      const query = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
      yield { what: query, method, url: `${url}?${query}`, headers: {} };
      yield { what: `${query} twice`, method, url: `${url}?${query}&${query}`, headers: {} };
    }
  }
  yield { what: "broken escapes", method, url: `${url}?%ff=%00&=&&a=%`, headers: {} };
  for (const name of route.path.match(PARAMETER) ?? []) {
    for (const value of nextTexts().filter((text) => text !== "")) {
      const strange = filled(route.path.replace(name, encodeURIComponent(value)), ids);
      yield { what: `${name} ${value}`, method, url: strange, headers: {} };
    }
  }
  for (const name of HEADERS) {
    for (const value of nextHeaders()) yield { what: `${name}: ${value}`, method, url, headers: { [name]: value } };
  }
  const form = { "content-type": multipart };
  for (const payload of route.serves.kind === "upload" ? FORMS : FORMS.slice(0, 1)) {
    yield { what: `form ${payload.slice(BOUNDARY.length + 2, 90)}`, method, url, headers: form, payload };
  }
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=x"]) {
    yield { what: type, method, url, headers: { "content-type": type }, payload: GOOD + END };
  }
  yield { what: "compressed", method, url, headers: { ...json(), "content-encoding": "br" }, payload: "{}" };
  yield { what: "another type", method, url, headers: { "content-type": "text/plain" }, payload: "{}" };
}

interface Answer {
  status: number;
  requestId: string;
  body: string;
}

/** The problem with an answer to an attack. Null for an answer without a fault, in the shape of the contract. */
export function complaint({ status, requestId, body }: Answer): string | null {
  const said = `${status} ${body.slice(0, 300)}`;
  if (status >= 500) return `a fault: ${said}`;
  if (!/^[0-9a-f-]{36}$/.test(requestId)) return `no request id: ${said}`;
  if (status < 400) return null;
  const { detail, code, ...rest } = JSON.parse(body) as { detail: unknown; code?: string };
  if ("request_id" in rest) return isProblem({ code, ...rest }, { status, requestId }) ? null : `no problem: ${said}`;
  if (typeof detail === "string") return /^[A-Z][A-Z0-9_]*$/.test(code ?? "") ? null : `no code: ${said}`;
  const shaped = Array.isArray(detail) && detail.length > 0 && code === undefined && detail.every(isViolation);
  return shaped ? null : `no shape of the contract: ${said}`;
}

function isProblem(problem: Record<string, unknown>, { status, requestId }: Omit<Answer, "body">): boolean {
  const { type, title, code, errors, request_id } = problem;
  const named = String(type).endsWith(`#${code}`) && /^[A-Z][A-Z0-9_]*$/.test(String(code)) && title !== "";
  if (!named || problem.status !== status || request_id !== requestId || !Array.isArray(errors)) return false;
  // Records of a batch have codes in place of types.
  return errors.every((one) => isViolation(one) || (code === "BULK_RECORDS_REJECTED" && /^[A-Z_]+$/.test(one.type)));
}

const isViolation = (violation: { loc: unknown[]; msg: string; type: string }): boolean =>
  Object.keys(violation).sort().join() === "loc,msg,type" &&
  /^(body|query|path|header)$/.test(String(violation.loc[0])) &&
  /^[a-z_]+(\.[a-z_]+)*$/.test(violation.type);
