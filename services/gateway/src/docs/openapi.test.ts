import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { gateway } from "../gateway.fixture.ts";

const { app, routes } = await gateway();
const answer = await app.inject({ url: "/openapi.json" });

it("is a valid OpenAPI 3.1 document", async () => {
  const result = await new Validator().validate(answer.json());
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
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
  const { components, paths } = answer.json();
  expect(components.schemas.Purchase.properties.co2e).toEqual({
    type: ["number", "null"],
    format: "decimal",
    description: "Kilograms of CO2e; null until calculated.",
  });
  const { properties, required } = paths["/v1/purchases"].post.requestBody.content["application/json"].schema;
  expect(required).toEqual(["product_name", "sector", "purchase_date", "expense_type"]);
  expect(JSON.stringify(properties.quantity)).toContain("Amount of money, net of tax.");
});

it("refers to nothing that is not there", () => {
  const document = answer.json();
  for (const [, ref] of answer.body.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = ref!
      .split("/")
      .reduce<Record<string, unknown>>((at, name) => at?.[name] as Record<string, unknown>, document);
    expect(found, ref).toBeDefined();
  }
});

it("serves the reference from its own files only", async () => {
  const page = await app.inject({ url: "/docs" });
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  for (const [, url] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect((await app.inject({ url: url! })).statusCode, url).toBe(200);
  }
  expect(page.body).not.toMatch(/https?:\/\//);
});

it("says what it is, to people and to programs", async () => {
  const page = await app.inject({ url: "/", headers: { accept: "text/html" } });
  expect(page.headers["content-type"]).toContain("text/html");
  expect((await app.inject({ url: "/" })).json()).toMatchObject({ openapi: "/openapi.json", reference: "/docs" });
});
