import type { Operation } from "./operation.ts";

export interface Input {
  path?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

type Body = NonNullable<RequestInit["body"]>;

/** The address of a call. Lists in the query are repeated with brackets: `status[]=active`. */
export function addressOf({ path }: Operation, { path: values = {}, query = {} }: Input): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, values[name]));
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const item of value) parameters.append(`${name}[]`, String(item));
    else parameters.append(name, String(value));
  }
  return parameters.size === 0 ? filled : `${filled}?${parameters}`;
}

/** An empty segment and those of dots would lead to another operation. */
function segment(name: string, value: unknown): string {
  const text = String(value ?? "");
  if (["", ".", ".."].includes(text)) throw new TypeError(`${name} is not valid: "${text}"`);
  return encodeURIComponent(text);
}

/** Values of headers are sent as UTF-8, which fetch takes as one character for each byte. */
export function headersOf(given: Input["headers"] = {}): Record<string, string> {
  const all = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    all.map(([name, value]) => [name, String.fromCharCode(...new TextEncoder().encode(String(value)))]),
  );
}

/** The body as fetch takes it, with its type unless fetch sets it. */
export function bodyOf({ body: kind }: Operation, body: unknown): { body?: Body; type?: string } {
  if (kind === undefined || body === undefined) return {};
  if (kind === "json") return { body: JSON.stringify(body), type: "application/json" };
  if (kind === "bytes") return { body: body as Blob };
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Record<string, unknown>)) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined) form.append(name, String(value));
  }
  return { body: form };
}
