import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { idsOf } from "../../test/route-ids.ts";

const { app, routes } = await gateway();

const bodiless = routes
  .filter(({ verb, spec, serves }) => verb !== "GET" && spec.body === undefined && !/upload/i.test(serves.kind))
  .filter(({ spec }) => spec.auth === "pair")
  .map((route) => ({ http: `${route.verb} ${route.path}`, route }));

describe.each(bodiless)("$http", ({ route }) => {
  const ids = idsOf(route);
  const url = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
  const send = (payload: object) =>
    app.inject({ method: route.verb, url, headers: { ...as("admin"), "idempotency-key": "1" }, payload });

  it("takes no body, and refuses the fields of one", async () => {
    const answer = await send({ everything: true });
    const { detail, errors = detail } = answer.json();
    const found = { loc: ["body", "everything"], msg: "extra fields not permitted", type: "value_error.extra" };
    expect([answer.statusCode, errors]).toEqual([422, [found]]);
    expect((await send([1])).statusCode).toBe(422);
    expect((await send({})).statusCode).not.toBe(422);
  });
});

it("many operations have no body", () => expect(bodiless.length).toBeGreaterThan(60));
