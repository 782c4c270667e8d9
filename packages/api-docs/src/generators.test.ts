import { refusals } from "@emissions/gateway/docs/errors/catalogue";
import { describe, expect, it } from "vitest";
import type { Schema } from "./components.ts";
import { describeApi } from "./openapi.ts";
import { everyRoute } from "./routes.ts";

const { paths, webhooks, components } = JSON.parse(JSON.stringify(describeApi(everyRoute)));

interface Response {
  content?: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  parameters: Schema[];
  responses: Record<string, Response>;
  security?: Schema[];
  "x-format-response"?: Response;
}

const operationsOf = (all: Record<string, Record<string, Operation>>): Operation[] =>
  Object.values(all).flatMap((verbs) => Object.values(verbs));
const operations = operationsOf(paths);

describe("generated clients", () => {
  it("get no unions from lists: each status has one media type", () => {
    const several = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([, { content = {} }]) => Object.keys(content).length > 1)
        .map(([status]) => `${operationId} ${status}`),
    );
    expect(several).toEqual([]);
  });

  it("find other formats of an answer beside it", () => {
    const formatted = operations.filter((operation) => operation["x-format-response"] !== undefined);
    expect(formatted.length).toBeGreaterThan(15);
    for (const { operationId, parameters, "x-format-response": response } of formatted) {
      expect(
        parameters.map(({ name }) => name),
        operationId,
      ).toContain("format");
      expect(Object.keys(response?.content ?? {}), operationId).toContain("text/csv");
    }
  });

  it("know all codes of refusals, and take others", () => {
    const { ErrorCode, Error: refusal, Problem } = components.schemas;
    expect(ErrorCode["x-extensible-enum"]).toEqual(refusals.map(({ code }) => code).toSorted());
    // An enum, also as one of several choices, becomes a closed type in some languages.
    expect(Object.keys(ErrorCode).sort()).toEqual(["description", "type", "x-extensible-enum"]);
    for (const { properties } of [refusal, Problem])
      expect(properties.code.$ref).toBe("#/components/schemas/ErrorCode");
  });

  it("read which credentials each operation takes", () => {
    for (const { operationId, security } of [...operations, ...operationsOf(webhooks)])
      expect(security, operationId).toBeDefined();
  });
});
