import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { indented } from "./exact-digits.js";
import { asOpenApi30 } from "./openapi-3.0.js";

it("shows the digits of an answer as they were sent", () => {
  const text = '{"co2e":12345678901234567890.123456789,"list":[1.50],"text":"1.50"}';
  expect(indented(text)).toBe(
    '{\n  "co2e": 12345678901234567890.123456789,\n  "list": [\n    1.50\n  ],\n  "text": "1.50"\n}',
  );
});

it("shows an answer that is not JSON as it was sent", () => {
  expect(indented("<html>")).toBe("<html>");
});

it("gives Swagger UI a document of OpenAPI 3.0", () => {
  const document = asOpenApi30(JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8")));
  const text = JSON.stringify(document);
  expect(document.openapi).toBe("3.0.3");
  expect(text).not.toMatch(/"type":\[|\{"type":"null"\}|"exclusiveM(in|ax)imum":\d/);
  const { quantity } = asOpenApi30({
    quantity: { anyOf: [{ type: "number", exclusiveMinimum: 0 }, { type: "null" }] },
  });
  expect(quantity).toEqual({ type: "number", minimum: 0, exclusiveMinimum: true, nullable: true });
});
