import { describe, expect, it } from "vitest";
import type { Schema } from "./components.ts";
import { operationId } from "./names.ts";
import { describeApi } from "./openapi.ts";
import { everyRoute } from "./routes.ts";

const { paths, components } = JSON.parse(JSON.stringify(describeApi(everyRoute)));
const UNKNOWN = "no_such_key";

/** The schema of a reference, and the form of a value that may be null. */
function plain(schema: Schema): Schema {
  if (schema.$ref !== undefined) return plain(components.schemas[String(schema.$ref).split("/").at(-1)!]);
  const choices = ((schema.anyOf ?? schema.oneOf ?? []) as Schema[]).map(plain);
  return choices.find(({ type }) => type === "object" || type === "array") ?? schema;
}

const propertiesOf = ({ properties = {} }: Schema) => Object.entries(properties as Record<string, Schema>);

/** All objects with named keys below a schema, with their places. Bodies do not contain themselves. */
function objectsIn(given: Schema, place: string): [place: string, schema: Schema][] {
  const schema = plain(given);
  if (schema.items !== undefined) return objectsIn(schema.items as Schema, `${place}[]`);
  const below = propertiesOf(schema).flatMap(([name, part]) => objectsIn(part, `${place}.${name}`));
  return schema.properties === undefined ? below : [[place, schema], ...below];
}

interface Place {
  isClosed: boolean;
  /** The body with an unknown key at this place. */
  body: unknown;
}

/** The places of objects in a value, by their paths. */
function placesIn(given: Schema, value: unknown, path = ""): [path: string, Place][] {
  const schema = plain(given);
  if (Array.isArray(value)) {
    return value.flatMap((item, at) =>
      placesIn(schema.items as Schema, item, `${path}.${at}`).map(([where, place]): [string, Place] => [
        where,
        { ...place, body: value.with(at, place.body) },
      ]),
    );
  }
  if (typeof value !== "object" || value === null || schema.properties === undefined) return [];
  const here = { isClosed: schema.additionalProperties === false, body: { ...value, [UNKNOWN]: 1 } };
  const below = propertiesOf(schema).flatMap(([name, part]) =>
    placesIn(part, (value as Schema)[name], `${path}.${name}`).map(([where, place]): [string, Place] => [
      where,
      { ...place, body: { ...value, [name]: place.body } },
    ]),
  );
  return [[path, here], ...below];
}

const bodies = everyRoute.flatMap((route) => {
  const schema = paths[route.path][route.verb.toLowerCase()].requestBody?.content["application/json"]?.schema;
  return route.spec.body === undefined ? [] : [{ id: operationId(route), schema, body: route.spec.body }];
});

/** Records of a batch are refused one by one. */
const REJECTED = /"rejected":\[\{/;

describe("unknown keys in bodies", () => {
  it("are allowed or forbidden in each object by its description", () => {
    expect(bodies.length).toBeGreaterThan(100);
    const silent = bodies.flatMap(({ id, schema }) =>
      objectsIn(schema, id).flatMap(([place, { additionalProperties }]) =>
        additionalProperties === undefined ? [place] : [],
      ),
    );
    expect(silent).toEqual([]);
  });

  it.each(bodies)("are refused in the body of $id where the description forbids them", ({ schema, body }) => {
    const examples = body.meta()?.examples as unknown[];
    const places = examples.flatMap((example) => placesIn(schema, example));
    expect(places.length).toBeGreaterThan(0);
    for (const [path, place] of places) {
      const { success, data } = body.safeParse(place.body);
      expect([path, !success || REJECTED.test(JSON.stringify(data))]).toEqual([path, place.isClosed]);
    }
  });
});
