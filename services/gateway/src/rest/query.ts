import { z } from "zod";
import { textProblem } from "./json-validator.ts";
import { flag } from "./query-fields.ts";
import type { Route } from "./route-spec.ts";
import { type Violation, violationsOf } from "./violations.ts";

/** The parameters of a URL as Fastify parses them. */
export type SentQuery = Readonly<Record<string, string | string[]>>;

interface Query {
  /** The parameters of the route with their defaults, without `dry_run`. */
  values: Record<string, unknown>;
  /** True for a dry run. */
  dry: boolean;
}

const NO_PARAMETERS = z.object({});
const DryRun = z.object({ dry_run: flag });
/** An unknown name is repeated in the refusal up to this length. */
const NAME_LENGTH_MAX = 255;

/** Parses the query. Refuses unknown parameters: a misspelt filter must not widen a list, a sum or a deletion. */
export function readQuery({ spec }: Route, sent: SentQuery, found: Violation[]): Query {
  const named = byPlainName(sent);
  const schema = spec.query ?? NO_PARAMETERS;
  for (const name of named.keys()) {
    const isKnown = Object.hasOwn(schema.shape, name) || (spec.dry !== false && name === "dry_run");
    if (!isKnown) found.push(extra(name));
  }
  const parameters = Object.fromEntries(named);
  const dry = spec.dry !== false && parse(DryRun, parameters, found).dry_run === true;
  return { values: parse(schema, parameters, found), dry };
}

/** `status[]` is the same as `status`, repeated or not. */
function byPlainName(sent: SentQuery): Map<string, string | string[]> {
  const named = new Map<string, string | string[]>();
  for (const [name, value] of Object.entries(sent)) {
    const plain = name.endsWith("[]") ? name.slice(0, -2) : name;
    const earlier = named.get(plain);
    named.set(plain, earlier === undefined ? value : [earlier, value].flat());
  }
  return named;
}

function parse(schema: z.ZodObject, sent: Record<string, unknown>, found: Violation[]): Record<string, unknown> {
  const result = schema.safeParse(sent, { reportInput: true });
  if (!result.success) for (const violation of violationsOf(result.error.issues, "query")) found.push(violation);
  const values = result.success
    ? result.data
    : Object.fromEntries(Object.keys(schema.shape).map((name) => [name, sent[name]]));
  for (const [name, value] of Object.entries(values)) {
    // The parsed value, because a schema may replace a text that the database cannot store.
    const problem = [value]
      .flat()
      .map((one) => (typeof one === "string" ? textProblem(one) : null))
      .find(Boolean);
    if (problem) found.push({ loc: ["query", name], ...problem });
  }
  return result.success ? values : {};
}

const extra = (name: string): Violation => ({
  loc: [
    "query",
    name
      .slice(0, NAME_LENGTH_MAX)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, "?"),
  ],
  msg: "extra parameters not permitted",
  type: "value_error.extra",
});
