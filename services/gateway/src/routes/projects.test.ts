import { ProjectEntityType, ProjectService, ProjectType } from "@emissions/proto/activity/v1/project_service";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID } from "../../test/samples.ts";

const { app, calls } = await gateway();
const { method } = ProjectService;
const all = "/v1/projects";
const one = `${all}/${SAMPLE_ID}`;
const send = (
  verb: "GET" | "POST" | "PATCH" | "DELETE",
  url: string,
  payload?: object,
  who: "admin" | "editor" | "viewer" = "editor",
) => app.inject({ method: verb, url, headers: as(who), ...(payload && { payload }) });

describe("projects", () => {
  it("are created with their public names, and answered with their place", async () => {
    const answer = await send("POST", all, {
      name: "Report",
      responsible_user_id: SAMPLE_ID,
      project_type: "iso_14064",
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([201, one]);
    expect(calls.lastRequest(method.createProject)).toMatchObject({
      name: "Report",
      responsibleUserId: SAMPLE_ID,
      projectType: ProjectType.ISO_14064,
    });
  });

  it("are listed as a bare array", async () => {
    const answer = await send("GET", `${all}/extended`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(expect.any(Array));
  });

  it("are changed by the fields that are sent", async () => {
    await send("PATCH", one, { due_date: null });
    expect(calls.lastRequest(method.updateProject)).toMatchObject({
      id: SAMPLE_ID,
      updateMask: { paths: ["due_date"] },
    });
  });

  it.each([
    ["no name", { responsible_user_id: SAMPLE_ID }, "body.name"],
    ["another type", { name: "A", responsible_user_id: SAMPLE_ID, project_type: "iso_1" }, "body.project_type"],
    ["an unknown field", { name: "A", responsible_user_id: SAMPLE_ID, tasks: [] }, "body.tasks"],
  ])("with %s are refused", async (_, body, field) => {
    const answer = await send("POST", all, body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().detail.map(({ loc }: { loc: string[] }) => loc.join("."))).toEqual([field]);
  });

  it("are not changed by viewers, and shared by admins alone", async () => {
    const invitation = { organization_id: SAMPLE_ID, allowed_views: ["wastes"] };
    const answers = await Promise.all([
      send("DELETE", one, undefined, "viewer"),
      send("POST", `${one}/invitations`, invitation, "editor"),
      send("POST", `${one}/invitations`, invitation, "admin"),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 201]);
  });
});

it("links name their kind of record", async () => {
  const answer = await send("POST", `${one}/links`, { entity_type: "invoices", entity_ids: [SAMPLE_ID] });
  expect(answer.statusCode).toBe(200);
  expect(calls.lastRequest(method.linkRecords)).toMatchObject({
    id: SAMPLE_ID,
    entityType: ProjectEntityType.INVOICES,
    entityIds: [SAMPLE_ID],
  });
});

describe("links by filters", () => {
  const byFilters = `${one}/links/by-filters`;
  const seen = { entity_type: "logistics_requests", filter_hash: "a3f1c2e4b5d6a7b8" };
  const saidBy = (answer: Awaited<ReturnType<typeof send>>) =>
    answer.json().detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join(".")} ${type}`);

  it("have the filters of the list of their kind", async () => {
    const filters = { client: "Acme", status: ["active"], created_at_from: "2025-01-01T00:00:00Z" };
    expect((await send("POST", byFilters, { ...seen, logistics_requests: filters })).statusCode).toBe(200);
    expect(calls.lastRequest(method.linkRecordsByFilters)).toMatchObject({
      id: SAMPLE_ID,
      entityType: ProjectEntityType.LOGISTICS_REQUESTS,
      filterHash: seen.filter_hash,
      logisticsRequests: { client: "Acme", status: [2], createdAtFrom: { seconds: 1735689600n } },
    });
    expect(calls.lastRequest(method.linkRecordsByFilters)).not.toHaveProperty("invoices", expect.anything());
    expect((await send("POST", byFilters, seen)).statusCode).toBe(200);
    expect((await send("POST", byFilters, seen, "viewer")).statusCode).toBe(403);
  });

  it("take a boolean as JSON has it", async () => {
    const readings = { ...seen, entity_type: "file_readings", file_readings: { linked: false } };
    expect((await send("POST", byFilters, readings)).statusCode).toBe(200);
    expect(calls.lastRequest(method.linkRecordsByFilters).fileReadings).toMatchObject({ linked: false });
    const answer = await send("POST", byFilters, { ...readings, file_readings: { linked: "false" } });
    expect([answer.statusCode, saidBy(answer)]).toEqual([422, ["body.file_readings.linked type_error.boolean"]]);
  });

  it.each([
    [{ filters: {} }, "body.filters value_error.extra"],
    [{ logistics_requests: { facility_id: [SAMPLE_ID] } }, "body.logistics_requests.facility_id value_error.extra"],
    [{ logistics_requests: { date_from: "2025" } }, "body.logistics_requests.date_from value_error.date"],
    [{ filter_hash: "abc" }, "body.filter_hash value_error.str.regex"],
    [{ filter_hash: undefined }, "body.filter_hash value_error.missing"],
    [{ entity_type: undefined }, "body.entity_type value_error.missing"],
  ])("with %j are refused", async (change, said) => {
    const answer = await send("POST", byFilters, { ...seen, ...change });
    expect([answer.statusCode, saidBy(answer)]).toEqual([422, [said]]);
  });
});
