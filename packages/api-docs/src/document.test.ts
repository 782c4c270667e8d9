import { Conformance } from "@emissions/gateway/test/conformance";
import { describe, expect, it } from "vitest";
import type { Schema } from "./components.ts";
import { PLACEHOLDER } from "./examples.ts";
import { describeApi } from "./openapi.ts";
import { everyRoute } from "./routes.ts";

/** The answer of /status lacks texts of two fields and values of its example. */
const routes = everyRoute.filter(({ path }) => path !== "/status");
const document = JSON.parse(JSON.stringify(describeApi(routes)));
const schemas = document.components.schemas as Record<string, Schema>;

type Media = Record<string, { schema: Schema; example?: unknown }>;
interface Response {
  $ref?: string;
  content?: Media;
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  parameters: (Schema & { schema?: Schema })[];
  requestBody?: { content: Media };
  responses: Record<string, Response>;
}

const operations: Operation[] = Object.values<Record<string, Operation>>(document.paths).flatMap(Object.values);
const answers = operations.flatMap(({ operationId, responses }) =>
  Object.entries(responses).map(([status, response]) => ({ operationId, status, response })),
);
const bodies = operations.flatMap(({ operationId, requestBody }) =>
  requestBody ? [{ operationId, requestBody }] : [],
);

/** All schemas below one, itself included, with their places. */
function within(schema: Schema, place: string): [place: string, schema: Schema][] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema as Record<string, never>;
  return [
    [place, schema],
    ...Object.entries<Schema>(properties).flatMap(([name, part]) => within(part, `${place}.${name}`)),
    ...(items === undefined ? [] : within(items, `${place}[]`)),
    ...[...(anyOf as Schema[]), ...(oneOf as Schema[])].flatMap((part) => within(part, place)),
  ];
}

const everySchema = [
  ...Object.entries(schemas).flatMap(([name, schema]) => within(schema, name)),
  ...operations.flatMap(({ operationId, parameters, requestBody, responses }) => [
    ...parameters.flatMap(({ name, schema }) => (schema ? within(schema, `${operationId}.${name}`) : [])),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => within(schema, `${operationId} body`)),
    ...Object.values(responses).flatMap(({ content = {} }) =>
      Object.values(content).flatMap(({ schema }) => within(schema, `${operationId} answer`)),
    ),
  ]),
];

/** The named schema, where one has a reference to it. */
const referred = (schema: Schema): Schema => schemas[String(schema.$ref).split("/").at(-1)!] ?? schema;

describe("texts", () => {
  it("explain every field", () => {
    const silent = everySchema.flatMap(([place, { properties = {} }]) =>
      Object.entries(properties as Record<string, Schema>)
        .filter(([, { description }]) => !description)
        .map(([name]) => `${place}.${name}`),
    );
    expect(silent).toEqual([]);
  });

  it("explain every schema, tag, operation, parameter, header and answer", () => {
    const { headers, parameters, responses, securitySchemes } = document.components;
    const named = { ...schemas, ...headers, ...parameters, ...responses, ...securitySchemes };
    const silent = [
      ...Object.entries<Schema>(named).map(([name, one]) => [name, one.description]),
      ...document.tags.map(({ name, description }: Schema) => [`tag ${name}`, description]),
      ...operations.map(({ operationId, summary }) => [operationId, summary]),
      ...operations.flatMap(({ operationId, parameters }) =>
        parameters.map(({ name, description, $ref }) => [`${operationId}.${name}`, description ?? $ref]),
      ),
      ...answers.map(({ operationId, status, response }) => [
        `${operationId} ${status}`,
        response.$ref ?? (response as Schema).description,
      ]),
    ].filter(([, text]) => !text);
    expect(silent).toEqual([]);
  });

  it("of tags do not name services", () => {
    const used = new Set(operations.flatMap(({ tags }) => tags));
    expect(document.tags.map(({ name }: Schema) => name).sort()).toEqual([...used].sort());
    expect(JSON.stringify(document.tags)).not.toMatch(/Service\b/);
  });
});

describe("examples of answers", () => {
  it("are given for every answer with content", () => {
    const without = answers.flatMap(({ operationId, status, response }) =>
      Object.values(response.content ?? {})
        .filter(({ example }) => example === undefined)
        .map(() => `${operationId} ${status}`),
    );
    expect(without).toEqual([]);
    const silent = routes.filter(
      ({ path, verb, spec }) =>
        spec.returns !== undefined &&
        document.paths[path][verb.toLowerCase()].responses[spec.status].content === undefined,
    );
    expect(silent).toEqual([]);
  });

  it("have a value of example-values.ts for every text", () => {
    const lacking = answers
      .filter(({ response }) => JSON.stringify(response).includes(JSON.stringify(PLACEHOLDER)))
      .map(({ operationId }) => operationId);
    expect(lacking).toEqual([]);
  });

  it("are valid against their schemas, without other properties", () => {
    const conformance = new Conformance(document);
    const faults = answers.flatMap(({ operationId, response }) =>
      Object.entries(response.content ?? {})
        .filter(([type]) => type === "application/json")
        .flatMap(([, { schema, example }]) =>
          conformance.faultsOf(schema, example).map((fault) => `${operationId}: ${fault}`),
        ),
    );
    expect(faults).toEqual([]);
  });
});

describe("names", () => {
  it("are given to every body and every list", () => {
    const unnamed = [
      ...bodies.map(({ operationId, requestBody }) => [operationId, requestBody.content["application/json"]?.schema]),
      ...answers.map(({ operationId, response }) => [operationId, response.content?.["application/json"]?.schema]),
    ].filter(([, schema]) => (schema as Schema | undefined)?.type === "object");
    expect(unnamed).toEqual([]);
    const nested = Object.entries(schemas)
      .filter(([name]) => name.endsWith("Request"))
      .flatMap(([name, schema]) => within(schema, name).slice(1))
      .filter(([, { properties }]) => properties !== undefined)
      .map(([place]) => place);
    expect(nested).toEqual([]);
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(["PurchaseList", "CreatePurchaseRequest", "CreateWastesRequest", "LoginResponse"]),
    );
  });

  it("are words of the field", () => {
    expect(Object.keys(schemas).filter((name) => !/^([A-Z][a-z]+)+$/.test(name) || name.startsWith("Sparse"))).toEqual(
      [],
    );
  });

  it("are used for one operation each, so that clients have one method for each", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("answers", () => {
  it("have one schema for each operation: dry runs make no unions", () => {
    const several = operations
      .map(({ operationId, responses }) => [
        operationId,
        new Set(
          Object.entries(responses)
            .filter(([status, { content }]) => status.startsWith("2") && content)
            .map(([, { content }]) => JSON.stringify(content)),
        ).size,
      ])
      .filter(([, count]) => Number(count) > 1);
    expect(several).toEqual([]);
    const unions = answers
      .filter(({ response }) => response.content?.["application/json"]?.schema.anyOf !== undefined)
      .map(({ operationId }) => operationId);
    expect(unions).toEqual([]);
  });

  it("show the items of the emissions summary by their grouping", () => {
    const { oneOf } = schemas.SummaryItem as { oneOf: Schema[] };
    const shapes = oneOf.map(({ $ref }) => schemas[String($ref).split("/").at(-1)!]!);
    expect(shapes.map(({ properties }) => Object.keys(properties as Schema))).toEqual([
      ["scope", "co2e"],
      ["scope", "category", "co2e"],
      ["year", "month", "co2e"],
      ["co2e", "gas"],
      ["scope", "co2e", "ghg_category"],
      ["co2e", "source"],
      ["co2e", "facility_id"],
      ["co2e", "organization_id"],
      ["co2e", "fiscal_year_start_date", "fiscal_year_end_date"],
      ["year", "co2e", "quarter"],
      ["co2e", "method", "proxy"],
    ]);
    // A group may have no method, and no facility.
    const maybe = ["method", "facility_id"];
    expect(shapes.map(({ required }) => required)).toEqual(
      shapes.map(({ properties }) => Object.keys(properties as Schema).filter((name) => !maybe.includes(name))),
    );
    expect(JSON.stringify(shapes)).not.toContain('"null"');
  });

  it("show the days of invoices as they are printed", () => {
    const { start_date: shown } = schemas.Invoice!.properties as Record<string, Schema>;
    expect("2026-01-01T00:00:00").toMatch(new RegExp(String(shown!.pattern)));
    expect("2026-01-01").not.toMatch(new RegExp(String(shown!.pattern)));
    const { start_date: sent } = schemas.CreateInvoiceRequest!.properties as Record<string, Schema>;
    expect(sent!.format).toBe("date");
  });

  it("have no uuid where a client sends free text", () => {
    const texts = everySchema.flatMap(([place, { properties = {} }]) =>
      Object.entries(properties as Record<string, Schema>)
        .filter(([name, { format }]) => /^(external_id|idempotency_key|invofox_id)$/.test(name) && format !== undefined)
        .map(([name]) => `${place}.${name}`),
    );
    expect(texts).toEqual([]);
    expect((schemas.Invoice!.properties as Record<string, Schema>).invoice_id).toEqual({
      type: ["string", "null"],
      description: "Number that the supplier gave to the invoice.",
    });
  });

  // The tables of the specification.
  it.each([
    ["CustomRecord", ["renewable_percentage", "additional_docs", "updated_at"]],
    ["CustomFactor", ["end_date"]],
    ["RdCode", ["description"]],
    ["LightGroup", ["parent"]],
    ["VehicleFuel", ["updated_at"]],
    ["Unit", []],
    ["Value", ["value", "label"]],
    ["WebhookEndpoint", ["description", "disabled_reason"]],
    ["WebhookEndpointWithSecret", ["description", "disabled_reason"]],
    [
      "IngestJob",
      ["idempotency_key", "created_by", "started_at", "finished_at", "file_id", "reverts_job_id", "reverted_by_job_id"],
    ],
    ["Notification", ["read_at"]],
    ["Supplier", ["vat", "code_type", "code", "updated_at", "sector_edition"]],
    ["Facility", ["address", "external_id", "updated_at", "grid_zone"]],
  ])("%s always has all fields, and only some may be null", (name, nullable) => {
    const { properties, required } = schemas[name] as { properties: Record<string, Schema>; required: string[] };
    expect(required).toEqual(Object.keys(properties));
    expect(Object.keys(properties).filter((field) => /"null"/.test(JSON.stringify(properties[field])))).toEqual(
      nullable,
    );
  });
});

it("the emissions summary always has all fields of the specification, and others only on request", () => {
  const { properties, required } = schemas.EmissionsSummary as { properties: Schema; required: string[] };
  const always = ["organization_id", "start_date", "end_date", "unit", "total_co2e", "items"];
  expect(required).toEqual(always);
  expect(Object.keys(properties)).toEqual([...always, "coverage", "scope2", "gwp", "as_of", "boundary", "restated"]);
  expect(JSON.stringify(properties)).not.toContain('"null"');
});

describe("bounds", () => {
  const decimals = routes.flatMap(({ method, spec }) =>
    Object.entries((schemas[requestOf(method.localName)]?.properties ?? {}) as Record<string, Schema>)
      .flatMap(([name, schema]) => within(referred(schema), name))
      .filter(([place, { format }]) => format === "decimal" && !place.includes("[]"))
      .map(([name, schema]) => ({ operation: method.localName, name, schema, body: spec.body! })),
  );

  it.each(decimals)("of $name in $operation are exclusive where zero is refused", ({ name, schema, body }) => {
    const zero = name.split(".").reduceRight<unknown>((inner, part) => ({ [part]: inner }), 0);
    const issues = body.safeParse(zero).error?.issues ?? [];
    const isRefused = issues.some(({ path }) => path.join(".") === name);
    expect([schema.minimum === 0, schema.exclusiveMinimum === 0]).toEqual([!isRefused, isRefused]);
  });
});

function requestOf(operation: string): string {
  return `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Request`;
}

describe("closed lists", () => {
  const enumOf = (name: string, field: string) => {
    const property = (schemas[name]!.properties as Record<string, Schema>)[field]!;
    return (property.enum ?? (property.items as Schema).enum) as string[];
  };

  it("are those that the route takes", () => {
    expect(enumOf("UpdateInvoiceRequest", "status")).toEqual(["active", "uploaded", "review", "inactive"]);
    expect(enumOf("CreateCustomRecordRequest", "activity_categories")).toContain("stationary");
    expect(enumOf("CreateCustomRecordRequest", "activity_categories")).toEqual(
      enumOf("CustomRecord", "activity_categories"),
    );
  });
});
