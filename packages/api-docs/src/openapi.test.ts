import { readFileSync } from "node:fs";
import { refusals as catalogue } from "@emissions/gateway/docs/errors/catalogue";
import { publicCode } from "@emissions/gateway/rest/codes";
import { PLACES_MAX } from "@emissions/gateway/rest/fields";
import { route } from "@emissions/gateway/rest/route";
import { as, OURS } from "@emissions/gateway/test/access";
import { gateway } from "@emissions/gateway/test/gateway";
import { MISSING_ID } from "@emissions/gateway/test/samples";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import type { Schema } from "./components.ts";
import { describeApi } from "./openapi.ts";
import { everyRoute } from "./routes.ts";

const text = JSON.stringify(describeApi(everyRoute));
const document = JSON.parse(text);
const { components, paths } = document;

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** The schema of the body; most are components. */
function schemaOf({ requestBody }: Operation) {
  const [{ schema }] = Object.values(requestBody!.content) as [{ schema: Schema }];
  const name = String(schema.$ref ?? "")
    .split("/")
    .at(-1)!;
  return schema.$ref === undefined ? schema : components.schemas[name];
}

const operations = (paths: Record<string, Record<string, Operation>>) =>
  Object.values(paths).flatMap((verbs) => Object.values(verbs));

it("is a valid OpenAPI 3.1 document", async () => {
  const result = await new Validator().validate(document);
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  // Embedded schemas have their own dialect.
  expect(text.includes('"$schema"')).toBe(false);
});

it("describes every route", () => {
  const described = Object.entries<object>(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((verb) => `${verb.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(everyRoute.map(({ verb, path }) => `${verb} ${path}`).sort());
  const ids = Object.values<Record<string, { operationId: string }>>(paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

it("explains fields with the comments of the protos", () => {
  expect(components.schemas.Purchase.properties.co2e).toEqual({
    type: ["number", "null"],
    format: "decimal",
    description: "Kilograms of CO2e; null until calculated.",
  });
  const { properties, required } = schemaOf(paths["/v1/purchases"].post);
  expect(required).toEqual(["product_name", "sector", "purchase_date", "expense_type"]);
  expect(JSON.stringify(properties.quantity)).toContain("Amount of money, net of tax.");
});

it("explains items of lists, and defaults of parameters", () => {
  const records = paths["/v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records"];
  const { properties } = schemaOf(records.post);
  expect(properties.factors.items).toEqual({ $ref: "#/components/schemas/CustomFactorInput" });
  const { CustomFactorInput } = components.schemas;
  expect(CustomFactorInput.properties.value.description).toContain("grams of ch4 and n2o");
  const limit = records.get.parameters.find(({ name }: { name: string }) => name === "limit");
  expect(limit.schema).toEqual({ type: "integer", minimum: 1, maximum: 200, default: 50 });
});

it("says in words how many decimals a field takes, wherever there is a limit", () => {
  const limited = Object.entries<Schema>(components.schemas).flatMap(([schema, { properties }]) =>
    Object.entries((properties ?? {}) as Record<string, Schema>).flatMap(([name, property]) => {
      const places = [property, ...((property.anyOf ?? []) as Schema[])].flatMap((one) => one[PLACES_MAX] ?? []);
      return places.map((max) => ({ name: `${schema}.${name}`, max, description: property.description }));
    }),
  );
  expect(limited.filter(({ description }) => !/decimals/.test(String(description)))).toEqual([]);
  expect(limited).toContainEqual(expect.objectContaining({ name: "OwnershipShareInput.equity_share", max: 4 }));
  expect(limited.length).toBeGreaterThan(20);
});

it("lists the codes in `refuses` of each route", () => {
  const unnamed = everyRoute.flatMap(({ verb, path, spec }) =>
    (spec.refuses ?? [])
      .filter((code) => !paths[path][verb.toLowerCase()].description.includes(code))
      .map((code) => `${verb} ${path} ${code}`),
  );
  expect(unnamed).toEqual([]);
});

it("has a response for the status of each of these codes", () => {
  const lacking = everyRoute.flatMap(({ verb, path, spec }) =>
    catalogue
      .filter(({ code }) => spec.refuses?.includes(code))
      .filter(({ status }) => paths[path][verb.toLowerCase()].responses[status] === undefined)
      .map(({ code, status }) => `${verb} ${path} ${code} ${status}`),
  );
  expect(lacking).toEqual([]);
});

it("does not mention messages and codes between services", () => {
  expect(text).not.toMatch(/RecordsStored|RecordsDeleted|the mask/);
  const codes = [...text.matchAll(/\b[A-Z_]+_NOT_FOUND\b/g)].map(([code]) => code);
  const status = (code: string) => catalogue.find((one) => one.code === code)?.status ?? 404;
  expect(codes.filter((code) => publicCode(code, status(code)) !== code)).toEqual([]);
});

it("has valid examples for each body", () => {
  const bodies = operations(paths).filter(({ requestBody }) => requestBody?.content["application/json"] !== undefined);
  for (const operation of bodies) {
    const examples = (schemaOf(operation).examples ?? []) as unknown[];
    expect(examples.length, operation.operationId).toBeGreaterThan(0);
    const { spec } = everyRoute.find(
      ({ method, spec: { operation: named } }) => (named ?? method.localName) === operation.operationId,
    )!;
    for (const example of examples)
      expect(spec.body!.safeParse(example), operation.operationId).toMatchObject({ success: true });
  }
});

it("describes the event of webhooks, with all fields of its job", () => {
  const { webhooks } = document;
  const schema = schemaOf(webhooks["ingest_job.finished"].post);
  expect(schema.required).toEqual(["id", "type", "api_version", "timestamp", "organization_id", "data"]);
  expect(schema.properties.data.required).toEqual(["job"]);
  expect(schema.properties.data.properties.job).toMatchObject({ $ref: "#/components/schemas/IngestJob" });
  const { responses } = paths["/v2/webhook-endpoints"].post;
  expect(responses[403].description).toContain("`ORG_ADMIN_REQUIRED`");
  const { properties } = components.schemas.WebhookDelivery;
  expect(properties.event_type.enum).toEqual(["ingest_job.finished"]);
  expect(properties.last_error_code.enum).toEqual(expect.arrayContaining(["TLS_FAILURE", "ADDRESS_NOT_PUBLIC", null]));
});

it("describes the bodies and answers that are files", () => {
  const { post } = paths["/v1/files"];
  expect(Object.keys(post.requestBody.content)).toEqual(["multipart/form-data"]);
  expect(schemaOf(post)).toMatchObject({ required: ["file"], additionalProperties: false });
  const { responses } = paths["/v1/files/{id}/content"].get;
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200", "304", "404"]));
  expect(Object.keys(responses[200].content)).toEqual(["*/*"]);
});

it("shows each refusal as the gateway answers it", async () => {
  const { app } = await gateway();
  const { responses } = components;
  const examples = Object.entries<{ content: Record<string, { example?: unknown }> }>(responses).map(
    ([name, { content }]) => [name, Object.values(content)[0]?.example],
  );
  expect(examples.filter(([, example]) => example === undefined)).toEqual([]);

  const shown = (name: string) => responses[name].content["application/json"].example;
  const purchases = { url: "/v1/purchases" };
  const keyless = { "x-organization-id": OURS };
  expect((await app.inject({ ...purchases, headers: keyless })).json()).toEqual(shown("Refused401"));
  const fromViewer = await app.inject({ ...purchases, method: "POST", headers: as("viewer"), payload: {} });
  expect(fromViewer.json()).toEqual(shown("Refused403"));
  const nowhere = await app.inject({ url: `/v1/purchases/${MISSING_ID}`, headers: as("viewer") });
  expect(nowhere.json()).toEqual(shown("Refused404"));
  const plain = { ...as("editor"), "content-type": "text/plain" };
  expect((await app.inject({ ...purchases, method: "POST", headers: plain, payload: "5" })).json()).toEqual(
    shown("Refused415"),
  );
});

it("contains no bound that a double has rounded", () => {
  const { properties } = schemaOf(paths["/v1/purchases"].post);
  expect(properties.quantity.anyOf[0]).toMatchObject({ minimum: 0, exclusiveMaximum: 1e20 });
  expect(properties.recycled.anyOf[0]).toMatchObject({ minimum: 0, maximum: 1 });
});

it("uses units of the catalogue in its examples", () => {
  const catalogue = new URL("../../../services/factors/catalog/", import.meta.url);
  const codes = ["units.csv", "currencies.csv"].flatMap((file) =>
    readFileSync(new URL(file, catalogue), "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.split(",", 1)[0]!),
  );
  const known = new Set(codes.map(unitId));
  const named = [...text.matchAll(/"unit_id":"([^"]+)"/g)].map(([, id]) => id!);
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});

it("has no broken references", () => {
  for (const [, ref] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = ref!
      .split("/")
      .reduce<Record<string, unknown>>((at, name) => at?.[name] as Record<string, unknown>, document);
    expect(found, ref).toBeDefined();
  }
});

it("sorts the tags into groups, each into one", () => {
  const { tags, "x-tagGroups": groups } = document;
  const sorted = groups.flatMap((group: { tags: string[] }) => group.tags);
  expect(tags.map(({ name }: { name: string }) => name)).toEqual(sorted);
  expect(new Set(sorted).size).toBe(sorted.length);
});

it("describes a deprecated route with its successor", () => {
  const old = route(SupplierService.method.getSupplier, {
    http: "GET /v1/partners/{id}",
    summary: "Get a partner",
    operation: "getPartner",
    returns: "supplier",
    deprecated: { since: "2026-10-09", successor: "GET /v1/suppliers" },
  });
  const described = JSON.parse(JSON.stringify(describeApi([...everyRoute, old])));
  expect(described.paths["/v1/partners/{id}"].get).toMatchObject({
    deprecated: true,
    description: expect.stringContaining("Use `GET /v1/suppliers` instead."),
    responses: { 200: { headers: { deprecation: expect.anything(), link: expect.anything() } } },
  });
});

it("describes a dry run of every POST and DELETE of an organization but those of files and folders", () => {
  // They read. The answer of the first is a file.
  const reads = ["/v2/employees/survey-rows/export", "/v2/dashboard/widgets/calculate"];
  for (const { verb, path, spec, serves } of everyRoute) {
    const { parameters, "x-dry-run-response": response } = paths[path][verb.toLowerCase()];
    const described = JSON.stringify(parameters).includes("parameters/DryRun");
    const isFile = serves.kind === "upload" || ["/v1/files/{id}", "/v1/folders/{id}"].includes(path);
    const expected = ["POST", "DELETE"].includes(verb) && spec.auth === "pair" && !isFile && !reads.includes(path);
    expect([path, described, response !== undefined]).toEqual([path, expected, expected]);
  }
});
