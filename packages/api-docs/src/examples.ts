import type { Route } from "@emissions/gateway/rest/route-spec";
import type { Components, Schema } from "./components.ts";
import { SHOWN, USUAL } from "./example-values.ts";
import { messageShown } from "./names.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * Examples of answers, made from their schemas. Fields that a client sends have the values of the request's example,
 * the others those of example-values.ts, or the text that their description quotes.
 */
export class Examples {
  readonly #components: Components;
  /** Values of the example of the route that creates a message, by the name of the message. */
  readonly #sent = new Map<string, Values>();

  constructor(components: Components, routes: readonly Route[]) {
    this.#components = components;
    for (const route of routes) {
      const { name } = messageShown(route) ?? {};
      const [example] = (route.spec.body?.meta()?.examples ?? []) as Values[];
      if (name !== undefined && example !== undefined && !this.#sent.has(name)) this.#sent.set(name, example);
    }
  }

  of(schema: Schema, { spec, path }: Route): unknown {
    const [example] = (spec.body?.meta()?.examples ?? []) as Values[];
    const entityType = path.split("/")[2]?.replaceAll("-", "_");
    const about = { entity_type: entityType, operation: path.endsWith("/delete") ? "delete" : "create" };
    return this.#value(schema, { name: spec.returns ?? "", owner: "", about, sent: example ?? {}, above: [] });
  }

  #value(schema: Schema, place: Place): unknown {
    const { name, owner, about, sent } = place;
    const usual = USUAL[`${owner}.${name}`] ?? USUAL[name];
    const known = [about[name], isNested(sent[name]) ? undefined : sent[name], usual];
    const value = known.map((one) => asShown(one, schema)).find((one) => fits(one, schema));
    if (value !== undefined) return value;
    if (isNullable(schema) && !SHOWN.has(name) && !isObject(sent[name])) return null;
    if (typeof schema.$ref === "string") return this.#component(nameOf(schema), place);
    const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
    if (choices !== undefined) return this.#value(choices[0]!, place);
    if (schema.type === "array") return this.#items(schema.items as Schema, place);
    if (schema.properties !== undefined) return this.#object(schema, place);
    if (schema.additionalProperties !== undefined) return place.sent[place.name] ?? {};
    return schema.const ?? (schema.enum as unknown[] | undefined)?.[0] ?? byForm(schema);
  }

  /** A message of a kind that its own schema contains ends with an empty list. */
  #items(items: Schema, place: Place): unknown[] {
    const sent = place.sent[place.name];
    if (ofObjects(sent)) return sent.map((given) => this.#value(items, { ...place, given }));
    return place.above.includes(nameOf(items)) ? [] : [this.#value(items, place)];
  }

  #component(name: string, place: Place): unknown {
    const sent = this.#sent.get(name) ?? {};
    const nested = place.sent[place.name];
    const given = place.given ?? (isObject(nested) ? nested : place.owner === "" ? place.sent : {});
    const above = [...place.above, name];
    const within = { name: place.name, about: place.about, owner: name, sent: { ...sent, ...given }, above };
    return this.#value(this.#components.schemas[name]!, within);
  }

  #object({ properties = {}, required = [] }: Schema, place: Place): Values {
    const all = Object.entries(properties as Record<string, Schema>);
    const needed = all.filter(([name]) => (required as string[]).includes(name));
    // Of a oneof, only the chosen member is shown.
    const shown = needed.length > 0 ? needed : all.slice(0, 1);
    return Object.fromEntries(shown.map(([name, schema]) => [name, this.#value(schema, { ...place, name })]));
  }
}

interface Place {
  /** The field and the schema that it belongs to. */
  name: string;
  owner: string;
  /** Values that follow from the address. */
  about: Values;
  /** Values of the request's example for this schema. */
  sent: Values;
  /** The item of the request's example that belongs to this item. */
  given?: Values;
  /** Names of the schemas around it. */
  above: readonly string[];
}

const ofObjects = (value: unknown): value is Values[] =>
  Array.isArray(value) && value.some((item) => typeof item === "object");

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isNested = (value: unknown): boolean => ofObjects(value) || isObject(value);

const nameOf = ({ $ref }: Schema) => (typeof $ref === "string" ? $ref.split("/").at(-1)! : "");

const typesOf = ({ type }: Schema) => [type].flat() as string[];

const isNullable = (schema: Schema) =>
  typesOf(schema).includes("null") || ((schema.anyOf ?? []) as Schema[]).some(({ type }) => type === "null");

const MIDNIGHT = "T00:00:00";

/** Requests take decimals as texts too, and days where answers have midnights. */
function asShown(value: unknown, schema: Schema): unknown {
  if (typeof value !== "string") return value;
  if (schema.format === "decimal") return Number(value);
  return String(schema.pattern).includes(MIDNIGHT) && !value.endsWith(MIDNIGHT) ? `${value}${MIDNIGHT}` : value;
}

function fits(value: unknown, schema: Schema): boolean {
  if (value === undefined || value === null) return false;
  if (Array.isArray(value)) return schema.type === "array" && value.every((item) => fits(item, schema.items as Schema));
  if (typeof value === "object") return isReference(schema);
  const values = schema.enum as unknown[] | undefined;
  if (values !== undefined) return values.includes(value);
  const types = typesOf(schema);
  if (typeof value === "number") return types.includes("number") || (types.includes("integer") && value % 1 === 0);
  return types.includes(typeof value) && schema.properties === undefined;
}

/** To a schema of objects, which may be null. */
const isReference = ({ $ref, anyOf = [] }: Schema) =>
  typeof $ref === "string" || (anyOf as Schema[]).some((choice) => typeof choice.$ref === "string");

const ID = "0197f3a0-0000-7000-8000-000000000001";

/** A text that lacks its value in example-values.ts. A test finds it. */
export const PLACEHOLDER = "A text.";

function byForm(schema: Schema): unknown {
  const types = typesOf(schema);
  if (schema.format === "uuid") return ID;
  if (schema.format === "date") return "2025-01-31";
  if (schema.format === "date-time") return "2025-02-01T09:30:00.000Z";
  if (types.includes("boolean")) return false;
  if (types.includes("integer")) return Math.max(1, Number(schema.minimum ?? 1));
  if (types.includes("number")) return 12.5;
  return /"([^"]+)"/.exec(String(schema.description ?? ""))?.[1] ?? PLACEHOLDER;
}
