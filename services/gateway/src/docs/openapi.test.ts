import { readFileSync } from "node:fs";
import { unitId } from "@emissions/quantity/catalogue-id";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { MISSING_ID } from "../../test/samples.ts";
import { publicCode } from "../rest/codes.ts";
import type { Route } from "../rest/route-spec.ts";
import { VERSIONS } from "./changes.ts";
import type { Schema } from "./components.ts";
import { refusals as catalogue } from "./errors/catalogue.ts";

const { app, routes } = await gateway();
const answer = await app.inject({ url: "/openapi.json" });
const { components } = answer.json();

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
  const result = await new Validator().validate(answer.json());
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  // Embedded schemas have their own dialect.
  expect(answer.body.includes('"$schema"')).toBe(false);
});

it("describes exactly the routes that are served", () => {
  const described = Object.entries<object>(answer.json().paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((verb) => `${verb.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(routes.map(({ verb, path }) => `${verb} ${path}`).sort());
  const ids = Object.values<Record<string, { operationId: string }>>(answer.json().paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

it("explains fields with the comments of the protos", () => {
  const { paths } = answer.json();
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
  const { paths } = answer.json();
  const records = paths["/v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records"];
  const { properties } = schemaOf(records.post);
  expect(properties.factors.items).toEqual({ $ref: "#/components/schemas/CustomFactorInput" });
  const { CustomFactorInput } = components.schemas;
  expect(CustomFactorInput.properties.value.description).toContain("grams of ch4 and n2o");
  const limit = records.get.parameters.find(({ name }: { name: string }) => name === "limit");
  expect(limit.schema).toEqual({ type: "integer", minimum: 1, maximum: 200, default: 50 });
});

it("lists the codes in `refuses` of each route", () => {
  const described = answer.json().paths;
  const unnamed = routes.flatMap(({ verb, path, spec }) =>
    (spec.refuses ?? [])
      .filter((code) => !described[path][verb.toLowerCase()].description.includes(code))
      .map((code) => `${verb} ${path} ${code}`),
  );
  expect(unnamed).toEqual([]);
});

it("has a response for the status of each of these codes", () => {
  const described = answer.json().paths;
  const lacking = routes.flatMap(({ verb, path, spec }) =>
    catalogue
      .filter(({ code }) => spec.refuses?.includes(code))
      .filter(({ status }) => described[path][verb.toLowerCase()].responses[status] === undefined)
      .map(({ code, status }) => `${verb} ${path} ${code} ${status}`),
  );
  expect(lacking).toEqual([]);
});

it("does not mention messages and codes between services", () => {
  expect(answer.body).not.toMatch(/RecordsStored|RecordsDeleted|the mask/);
  const codes = [...answer.body.matchAll(/\b[A-Z_]+_NOT_FOUND\b/g)].map(([code]) => code);
  const status = (code: string) => catalogue.find((one) => one.code === code)?.status ?? 404;
  expect(codes.filter((code) => publicCode(code, status(code)) !== code)).toEqual([]);
});

it("has valid examples for each body", () => {
  const bodies = operations(answer.json().paths).filter(
    ({ requestBody }) => requestBody?.content["application/json"] !== undefined,
  );
  for (const operation of bodies) {
    const examples = (schemaOf(operation).examples ?? []) as unknown[];
    expect(examples.length, operation.operationId).toBeGreaterThan(0);
    const { spec } = routes.find(
      ({ method, spec: { operation: named } }) => (named ?? method.localName) === operation.operationId,
    )!;
    for (const example of examples)
      expect(spec.body!.safeParse(example), operation.operationId).toMatchObject({ success: true });
  }
});

it("describes the event of webhooks, with all fields of its job", () => {
  const { webhooks } = answer.json();
  const schema = schemaOf(webhooks["ingest_job.finished"].post);
  expect(schema.required).toEqual(["id", "type", "api_version", "timestamp", "organization_id", "data"]);
  expect(schema.properties.data.required).toEqual(["job"]);
  expect(schema.properties.data.properties.job).toMatchObject({ $ref: "#/components/schemas/IngestJob" });
  const { responses } = answer.json().paths["/v2/webhook-endpoints"].post;
  expect(responses[403].description).toContain("`ORG_ADMIN_REQUIRED`");
  const { properties } = components.schemas.WebhookDelivery;
  expect(properties.event_type.enum).toEqual(["ingest_job.finished"]);
  expect(properties.last_error_code.enum).toEqual(expect.arrayContaining(["TLS_FAILURE", "ADDRESS_NOT_PUBLIC", null]));
});

it("describes the bodies and answers that are files", () => {
  const { post } = answer.json().paths["/v1/files"];
  expect(Object.keys(post.requestBody.content)).toEqual(["multipart/form-data"]);
  expect(schemaOf(post)).toMatchObject({ required: ["file"], additionalProperties: false });
  const { responses } = answer.json().paths["/v1/files/{id}/content"].get;
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200", "304", "404"]));
  expect(Object.keys(responses[200].content)).toEqual(["*/*"]);
});

it("shows each refusal as the gateway answers it", async () => {
  const { responses } = answer.json().components;
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
  const text = { ...as("editor"), "content-type": "text/plain" };
  expect((await app.inject({ ...purchases, method: "POST", headers: text, payload: "5" })).json()).toEqual(
    shown("Refused415"),
  );
});

it("contains no bound that a double has rounded", () => {
  const { properties } = schemaOf(answer.json().paths["/v1/purchases"].post);
  expect(properties.quantity.anyOf[0]).toMatchObject({ minimum: 0, exclusiveMaximum: 1e20 });
  expect(properties.recycled.anyOf[0]).toMatchObject({ minimum: 0, maximum: 1 });
});

it("uses units of the catalogue in its examples", () => {
  const catalogue = new URL("../../../factors/catalog/", import.meta.url);
  const codes = ["units.csv", "currencies.csv"].flatMap((file) =>
    readFileSync(new URL(file, catalogue), "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.split(",", 1)[0]!),
  );
  const known = new Set(codes.map(unitId));
  const named = [...answer.body.matchAll(/"unit_id":"([^"]+)"/g)].map(([, id]) => id!);
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});

it("has no broken references", () => {
  const document = answer.json();
  for (const [, ref] of answer.body.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = ref!
      .split("/")
      .reduce<Record<string, unknown>>((at, name) => at?.[name] as Record<string, unknown>, document);
    expect(found, ref).toBeDefined();
  }
});

it("is served as YAML too", async () => {
  const yaml = await app.inject({ url: "/openapi.yaml" });
  expect(yaml.headers["content-type"]).toContain("application/yaml");
  expect(parse(yaml.body)).toEqual(answer.json());
});

it("sorts the tags into groups, each into one", () => {
  const { tags, "x-tagGroups": groups } = answer.json();
  const sorted = groups.flatMap((group: { tags: string[] }) => group.tags);
  expect(tags.map(({ name }: { name: string }) => name)).toEqual(sorted);
  expect(new Set(sorted).size).toBe(sorted.length);
});

it("lists the versions of the contract, with each deprecation on its day", async () => {
  expect(VERSIONS.map(({ date }) => date)).toEqual(
    VERSIONS.map(({ date }) => date)
      .toSorted()
      .toReversed(),
  );
  const listed = ({ verb, path, spec: { deprecated } }: Route) =>
    VERSIONS.some(
      ({ date, changes }) =>
        date === deprecated?.since &&
        changes.some(({ kind, text }) => kind === "deprecated" && text.includes(`\`${verb} ${path}\``)),
    );
  expect(routes.filter((route) => route.spec.deprecated && !listed(route)).map(({ path }) => path)).toEqual([]);
  const page = await app.inject({ url: "/docs/changelog" });
  for (const { date } of VERSIONS) expect(page.body).toContain(`<h2 id="${date}">`);
});

it("serves the reference from its own files only", async () => {
  const page = await app.inject({ url: "/docs" });
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  for (const [, url] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect((await app.inject({ url: url! })).statusCode, url).toBe(200);
  }
  expect(page.body).not.toMatch(/https?:\/\//);
});

it("serves a start page for humans and one for programs", async () => {
  const page = await app.inject({ url: "/", headers: { accept: "text/html" } });
  expect(page.headers["content-type"]).toContain("text/html");
  expect((await app.inject({ url: "/" })).json()).toMatchObject({ openapi: "/openapi.json", reference: "/docs" });
});
