import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { DATABASE_ID, INHERITED_ID, VERSION_ID } from "../../test/custom-databases.ts";
import { gateway } from "../../test/gateway.ts";

const { app } = await gateway();

const ALL = "/v1/emission-factors/custom-databases";
const VERSIONS = `${ALL}/${DATABASE_ID}/versions`;

const send = (method: "POST" | "PATCH" | "DELETE", url: string, payload?: object) =>
  app.inject({ method, url, headers: as("editor"), ...(payload && { payload }) });
const get = (url: string) => app.inject({ url, headers: as("viewer") });
const problems = (answer: Awaited<ReturnType<typeof send>>) =>
  answer.json().detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join(".")} ${type}`);

describe("custom databases", () => {
  it("answer with every field of the contract, absent ones as null", async () => {
    const answer = await send("POST", ALL, { name: "Ours" });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        id: DATABASE_ID,
        name: "Ours",
        description: null,
        organization_id: OURS,
        is_owner: true,
        parent: null,
        created_at: "2026-01-31T10:00:00.250Z",
        updated_at: null,
      },
    ]);
    expect((await get(`${ALL}?search=x&limit=2`)).json()).toEqual({
      items: [answer.json()],
      total: 1,
      offset: 0,
      limit: 2,
    });
    expect((await get(`${ALL}/${DATABASE_ID}`)).json()).toEqual(answer.json());
    expect((await send("PATCH", `${ALL}/${DATABASE_ID}`, { description: null })).statusCode).toBe(200);
    expect((await send("DELETE", `${ALL}/${DATABASE_ID}`)).statusCode).toBe(204);
  });

  it.each([
    ["no name", {}, "body.name value_error.missing"],
    ["a blank name", { name: "\t" }, "body.name value_error.any_str.min_length"],
    ["a long name", { name: "é".repeat(256) }, "body.name value_error.any_str.max_length"],
    [
      "a long description",
      { name: "x", description: "x".repeat(501) },
      "body.description value_error.any_str.max_length",
    ],
    ["an owner", { name: "x", organization_id: DATABASE_ID }, "body.organization_id value_error.extra"],
  ])("refuse %s", async (_what, body, expected) => {
    const answer = await send("POST", ALL, body);
    expect([answer.statusCode, problems(answer)]).toEqual([422, [expected]]);
  });

  it("refuse changes by child organizations", async () => {
    for (const answer of [
      await send("PATCH", `${ALL}/${INHERITED_ID}`, { name: "Theirs" }),
      await send("DELETE", `${ALL}/${INHERITED_ID}`),
      await send("POST", `${ALL}/${INHERITED_ID}/versions`, { name: "2025" }),
      await send("DELETE", `${ALL}/${INHERITED_ID}/versions/${VERSION_ID}`),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([403, "CUSTOM_DATABASE_NOT_OWNER"]);
    }
  });
});

describe("versions", () => {
  it("answer with every field of the contract, absent ones as null", async () => {
    const answer = await send("POST", VERSIONS, { name: "2025", start_date: "2025-01-01", end_date: null });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        id: VERSION_ID,
        database_id: DATABASE_ID,
        name: "2025",
        start_date: "2025-01-01",
        end_date: null,
        records_count: 0,
        created_at: "2026-01-31T10:00:00.250Z",
        updated_at: null,
      },
    ]);
    expect((await get(VERSIONS)).json()).toEqual({ items: [answer.json()], total: 1, offset: 0, limit: 50 });
    expect((await get(`${VERSIONS}/${VERSION_ID}`)).json()).toEqual(answer.json());
    expect((await send("PATCH", `${VERSIONS}/${VERSION_ID}`, { start_date: null })).statusCode).toBe(200);
    expect((await send("DELETE", `${VERSIONS}/${VERSION_ID}`)).statusCode).toBe(204);
  });

  it.each([
    ["a day that does not exist", { name: "x", start_date: "2025-02-29" }, "body.start_date value_error.date"],
    ["a year alone", { name: "x", end_date: "2025" }, "body.end_date value_error.date"],
    ["a count", { name: "x", records_count: 5 }, "body.records_count value_error.extra"],
  ])("refuse %s", async (_what, body, expected) => {
    const answer = await send("POST", VERSIONS, body);
    expect([answer.statusCode, problems(answer)]).toEqual([422, [expected]]);
  });

  it("have a code of their own when they are missing", async () => {
    const answer = await get(`${VERSIONS}/${DATABASE_ID}`);
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { detail: "Custom version not found", code: "CUSTOM_VERSION_NOT_FOUND" },
    ]);
  });
});
