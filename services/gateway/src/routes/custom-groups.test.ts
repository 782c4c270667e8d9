import type { HandlerContext } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import { serve } from "@emissions/kit/wire/services";
import { AccessService } from "@emissions/proto/activity/v1/access_service";
import { CustomGroupService } from "@emissions/proto/factors/v1/custom_group_service";
import { describe, expect, it } from "vitest";
import { ABOVE, as, lookUpsIn, OURS, THEIRS } from "../../test/access.ts";
import { FACTOR_ID, GROUP_ID, INHERITED_GROUP_ID } from "../../test/custom-groups.ts";
import { gateway } from "../../test/gateway.ts";
import { ADDRESS } from "../limits/policy.ts";

const { app, routes, calls } = await gateway();
const light = (query = "", headers: Record<string, string> = { "x-organization-id": OURS }) =>
  app.inject({ url: `/custom_emission_groups/light${query}`, headers });

describe("GET /custom_emission_groups/light", () => {
  const paper = { id: GROUP_ID, name: "Paper", units: [], parent: { id: ABOVE, name: "Holding" } };

  it("needs the organization and no key, and answers with an array of four fields", async () => {
    const answer = await light();
    expect([answer.statusCode, answer.json()]).toEqual([200, [paper]]);
    expect(Object.keys(answer.json()[0])).toEqual(["id", "name", "units", "parent"]);
  });

  it.each<{ what: string; headers: Record<string, string> }>([
    { what: "a wrong key", headers: { "x-api-key": "nobody" } },
    { what: "an empty key", headers: { "x-api-key": "" } },
    { what: "a key of any length", headers: { "x-api-key": "x".repeat(4000) } },
    { what: "the key of another organization", headers: { "x-api-key": as("stranger")["x-api-key"] } },
    { what: "a token that is none", headers: { authorization: "Bearer x.y.z" } },
  ])("ignores $what", async ({ headers }) => {
    const before = lookUpsIn(calls);
    const answer = await light("", { ...headers, "x-organization-id": OURS });
    expect([answer.statusCode, answer.json()]).toEqual([200, [paper]]);
    expect(lookUpsIn(calls)).toBe(before);
  });

  it.each<{ what: string; headers: Record<string, string>; type: string }>([
    { what: "no organization", headers: {}, type: "value_error.missing" },
    { what: "an empty one", headers: { "x-organization-id": "" }, type: "value_error.missing" },
    { what: "one that is no uuid", headers: { "x-organization-id": "ours" }, type: "type_error.uuid" },
  ])("refuses $what", async ({ headers, type }) => {
    const answer = await light("", headers);
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { detail: [{ loc: ["header", "x-organization-id"], msg: expect.any(String), type }] },
    ]);
  });

  it("is empty for an organization that does not exist or has no groups", async () => {
    for (const id of [newId(), THEIRS]) {
      const answer = await light("", { "x-organization-id": id });
      expect([answer.statusCode, answer.json()]).toEqual([200, []]);
    }
  });

  it("filters by category; an unknown category has no groups", async () => {
    const found = async (query: string) => (await light(query)).json().length;
    expect(await found("?category=purchases")).toBe(1);
    for (const query of ["wastes", "", "PURCHASES", "1", "%20", "%00", "' or 1=1 --", "purchases&category=purchases"]) {
      expect([query, (await light(`?category=${query}`)).statusCode, await found(`?category=${query}`)]).toEqual([
        query,
        200,
        0,
      ]);
    }
    expect(await found("")).toBe(1);
  });

  it("calls as a service that names no other organization", async () => {
    let caller: Principal | undefined;
    const listLightGroups = (_request: unknown, call: HandlerContext) => {
      caller = principalOf(call);
      return { groups: [] };
    };
    const { app } = await gateway({ handlers: [serve(CustomGroupService, { listLightGroups })] });
    await app.inject({ url: "/custom_emission_groups/light", headers: { "x-organization-id": OURS } });
    expect(caller).toMatchObject({ kind: "service", role: "service", userId: null, descendants: [] });
  });

  it("looks up the ancestors once in five seconds", async () => {
    const { app, calls } = await gateway();
    const url = "/custom_emission_groups/light";
    const ask = () => app.inject({ url, headers: { "x-organization-id": OURS.toUpperCase() } });
    await Promise.all(Array.from({ length: 20 }, ask));
    expect(calls.count(AccessService.method.getLineage)).toBe(1);
  });

  it("is limited for each address, without limiting other routes", async () => {
    const { app } = await gateway({ rates: { address: { ...ADDRESS, requests: 3, burst: 3 } } });
    const ask = (remoteAddress = "127.0.0.1") =>
      app.inject({ url: "/custom_emission_groups/light", headers: { "x-organization-id": newId() }, remoteAddress });
    for (let n = 0; n < 3; n++) expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect([refused.statusCode, refused.json().code, refused.headers["retry-after"]]).toEqual([
      429,
      "TOO_MANY_REQUESTS",
      "20",
    ]);
    expect((await ask("127.0.0.2")).statusCode).toBe(200);
    expect((await app.inject({ url: "/v1/countries", headers: as("viewer") })).statusCode).toBe(200);
  });

  it("is the only route without credentials, has no prefix, and is described so", async () => {
    expect(
      routes.filter(({ spec }) => spec.auth === "organization").map(({ verb, path }) => `${verb} ${path}`),
    ).toEqual(["GET /custom_emission_groups/light"]);
    const { paths } = (await app.inject({ url: "/openapi.json" })).json();
    const { security, responses } = paths["/custom_emission_groups/light"].get;
    expect(security).toEqual([{ organization: [] }]);
    expect(Object.keys(responses)).toEqual(["200", "304", "422", "429", "500", "503"]);
    expect((await light("/v1")).statusCode).toBe(404);
    expect((await app.inject({ url: "/v1/custom_emission_groups/light", headers: as("admin") })).statusCode).toBe(404);
  });
});

describe("the management of groups", () => {
  const send = (method: "POST" | "PATCH" | "DELETE" | "GET", path: string, payload?: object) =>
    app.inject({
      method,
      url: `/v1/custom-emission-groups${path}`,
      headers: as("editor"),
      ...(payload && { payload }),
    });
  const factor = {
    name: "Sheets",
    unit_id: newId(),
    tag: "simple",
    gases: [{ gas_type: "co2e", value: "2.50" }],
  };

  it("creates, shows, lists, changes and deletes", async () => {
    const created = await send("POST", "", { name: "Card", category: "purchases", start_date: "2025-01-01" });
    expect([created.statusCode, created.json()]).toMatchObject([201, { name: "Card", category: "purchases" }]);
    expect((await send("GET", `/${GROUP_ID}`)).json()).toMatchObject({ id: GROUP_ID, revision: 1, parent: null });
    expect((await send("GET", "?category[]=purchases")).json()).toMatchObject({
      total: 1,
      page: 1,
      size: 50,
      pages: 1,
    });
    expect((await send("PATCH", `/${GROUP_ID}`, { name: "Card" })).json()).toMatchObject({ name: "Card" });
    expect((await send("DELETE", `/${GROUP_ID}`)).statusCode).toBe(204);
    expect((await send("POST", `/${GROUP_ID}/factors`, factor)).statusCode).toBe(201);
    expect((await send("PATCH", `/${GROUP_ID}/factors/${FACTOR_ID}`, { enabled: false })).statusCode).toBe(200);
    expect((await send("DELETE", `/${GROUP_ID}/factors/${FACTOR_ID}`)).statusCode).toBe(204);
  });

  it("passes on values with all their digits, as number or text", async () => {
    const forty = "9".repeat(40);
    for (const [written, arrives] of [
      ["2.50", "2.50"],
      ['"2.50"', "2.50"],
      ["1e2", "100"],
      [`0.${"1".repeat(29)}`, `0.${"1".repeat(29)}`],
    ]) {
      const payload = JSON.stringify(factor).replace('"2.50"', written!);
      const headers = { ...as("editor"), "content-type": "application/json" };
      const url = `/v1/custom-emission-groups/${GROUP_ID}/factors`;
      expect((await app.inject({ method: "POST", url, headers, payload })).statusCode).toBe(201);
      expect(calls.lastRequest(CustomGroupService.method.createGroupFactor).gases[0]?.value?.value).toBe(arrives);
    }
    for (const value of [forty, "NaN", -1, null, true, "1,5"]) {
      const answer = await send("POST", `/${GROUP_ID}/factors`, { ...factor, gases: [{ gas_type: "co2e", value }] });
      expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ["body", "gases", 0, "value"]]);
    }
  });

  it.each([
    ["POST", "", { name: "x" }, ["body", "category"], "value_error.missing"],
    ["POST", "", { name: "x", category: "wastes" }, ["body", "category"], "type_error.enum"],
    ["POST", "", { name: " ", category: "water" }, ["body", "name"], "value_error.any_str.min_length"],
    ["PATCH", `/${GROUP_ID}`, { category: "water" }, ["body", "category"], "value_error.extra"],
    ["PATCH", `/${GROUP_ID}/factors/${FACTOR_ID}`, { unit_id: OURS }, ["body", "unit_id"], "value_error.extra"],
    ["PATCH", `/${GROUP_ID}/factors/${FACTOR_ID}`, { tag: "full" }, ["body", "tag"], "value_error.extra"],
    ["POST", "/x/factors", factor, ["path", "id"], "type_error.uuid"],
  ] as const)("%s %s refuses invalid input", async (method, path, payload, loc, type) => {
    const answer = await send(method, path, payload);
    expect([answer.statusCode, answer.json()]).toEqual([422, { detail: [{ loc, msg: expect.any(String), type }] }]);
  });

  it("attaches evidence and takes it off, and refuses to for a group of another organization", async () => {
    const sent = { file_ids: [newId(), newId()] };
    const attached = await send("POST", `/${GROUP_ID}/evidence`, sent);
    expect([attached.statusCode, attached.json()]).toMatchObject([
      200,
      {
        id: GROUP_ID,
        additional_docs: "https://x",
        evidence: sent.file_ids.map((file_id) => ({ file_id, size_kb: 1 })),
      },
    ]);
    expect((await send("DELETE", `/${GROUP_ID}/evidence/${newId()}`)).statusCode).toBe(204);
    expect((await send("GET", `/${GROUP_ID}`)).json()).toMatchObject({ additional_docs: null, evidence: [] });
    const inherited = await send("POST", `/${INHERITED_GROUP_ID}/evidence`, sent);
    expect([inherited.statusCode, inherited.json().code]).toEqual([403, "CUSTOM_GROUP_NOT_OWNER"]);
    for (const file_ids of [[], ["none"], Array(21).fill(newId())]) {
      expect((await send("POST", `/${GROUP_ID}/evidence`, { file_ids })).statusCode).toBe(422);
    }
  });

  it("passes on the codes for invalid factors and for groups of another organization", async () => {
    const wrong = await send("POST", `/${GROUP_ID}/factors`, { ...factor, name: "wrong gases" });
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, "CUSTOM_GROUP_INVALID_FACTORS"]);
    for (const answer of [
      await send("PATCH", `/${INHERITED_GROUP_ID}`, { name: "x" }),
      await send("DELETE", `/${INHERITED_GROUP_ID}`),
      await send("POST", `/${INHERITED_GROUP_ID}/factors`, factor),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([403, "CUSTOM_GROUP_NOT_OWNER"]);
    }
    const missing = await send("GET", `/${newId()}`);
    expect([missing.statusCode, missing.json().code]).toEqual([404, "NOT_FOUND"]);
  });
});
