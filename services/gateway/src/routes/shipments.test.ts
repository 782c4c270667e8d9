import {
  LogisticsRequestSchema,
  LogisticsRequestService,
} from "@emissions/proto/activity/v1/logistics_request_service";
import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { MISSING_ID, SAMPLE_ID, sample } from "../../test/samples.ts";

const ADA = { id: OURS, first_name: "Ada", last_name: null, profile_img_url: null };
const { app, calls } = await gateway({ samples: [sample(LogisticsRequestSchema, { uploaded_by: ADA })] });
const ALL = "/v1/logistics/requests";
const NIL = "00000000-0000-0000-0000-000000000000";
const { method } = LogisticsRequestService;
const ask = (verb: "GET" | "POST" | "DELETE", url: string, payload?: object, role: "editor" | "viewer" = "editor") =>
  app.inject({ method: verb, url, headers: as(role), ...(payload !== undefined && { payload }) });
const problems = async (url: string) => {
  const answer = await ask("GET", url);
  expect(answer.statusCode).toBe(422);
  return answer.json().detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join(".")} ${type}`);
};

describe("GET /v1/logistics/requests", () => {
  it("has pages of 10 with the hash, and items with all fields of the contract", async () => {
    const answer = await ask("GET", ALL);
    const { items, ...rest } = answer.json();
    expect(rest).toEqual({ page: 1, size: 10, total: 1, filter_hash: "a3f1c2e4b5d6a7b8", total_capped: false });
    const fields = `id load_unit created_at origin destination distance_km load toc cleaning status movement_id client
      shipment_date movement_stretch movement_stage vehicle_license_plate trailer_license_plate subcontractor hub_id tkm
      kgco2e emission_intensity error_messages estimated_data file_name uploaded_by linked_projects`;
    expect(Object.keys(items[0])).toEqual(expect.arrayContaining(fields.split(/\s+/)));
    expect(items).toMatchObject([{ id: SAMPLE_ID, uploaded_by: ADA, linked_projects: [], error_messages: [] }]);
  });

  it("passes every filter on", async () => {
    const file = `file_id[]=${OURS}&filter_by=file_id:in[${NIL}]&filter_by=vehicle_type:in[van_diesel,rail]`;
    const days = "date_from=2025-01-01&date_until=2025-12-31&created_at_from=2025-01-01T00:00:00Z";
    const more =
      "vehicle_type[]=van_diesel&vehicle_type[]=rail&status[]=inactive&status[]=error&movement_id=M-1&client=Acme";
    const page = `project_id=${OURS}&uploaded_by[]=${OURS}&search=paris&sort=-created_at&page=2&size=100`;
    const answer = await ask("GET", `${ALL}?${file}&${days}&${more}&${page}&include_children=true`);
    expect([answer.statusCode, answer.json().page, answer.json().size]).toEqual([200, 2, 100]);
    expect(calls.lastRequest(method.listLogisticsRequests)).toMatchObject({
      fileId: [OURS],
      filterBy: [`file_id:in[${NIL}]`, "vehicle_type:in[van_diesel,rail]"],
      dateFrom: "2025-01-01",
      dateUntil: "2025-12-31",
      createdAtFrom: { seconds: 1735689600n },
      vehicleType: ["van_diesel", "rail"],
      status: [4, 3],
      movementId: "M-1",
      client: "Acme",
      projectId: OURS,
      uploadedBy: [OURS],
      search: "paris",
      sort: ["-created_at"],
      includeChildren: true,
    });
  });

  it.each([
    ["status[]=calculated", "query.status.0 type_error.enum"],
    ["file_id[]=all", "query.file_id.0 type_error.uuid"],
    ["project_id=all", "query.project_id type_error.uuid"],
    ["date_from=2025-02-30", "query.date_from value_error.date"],
    ["size=101", "query.size value_error.number.not_le"],
    ["page=0", "query.page value_error.number.not_ge"],
    ["sort=client", "query.sort.0 type_error.enum"],
    ["vehicle=van", "query.vehicle value_error.extra"],
    ["movement_id=a&movement_id=b", "query.movement_id type_error.string"],
    [`filter_by=vehicle_type:in[${"x".repeat(4_097)}]`, "query.filter_by.0 value_error.any_str.max_length"],
    [`search=${"x".repeat(256)}`, "query.search value_error.any_str.max_length"],
  ])("refuses %s", async (query, violation) => {
    expect(await problems(`${ALL}?${query}`)).toEqual([violation]);
  });
});

describe("GET /v1/logistics/requests/unique-values", () => {
  const values = `${ALL}/unique-values`;

  it("passes field and project on, and answers with the field as sent", async () => {
    expect((await ask("GET", `${values}?field=vehicle_type&project_id=${OURS}`, undefined, "viewer")).statusCode).toBe(
      200,
    );
    expect(calls.lastRequest(method.listLogisticsRequestValues)).toMatchObject({
      field: "vehicle_type",
      projectId: OURS,
    });
    for (const field of ["nothing", "", "Vehicle_Type", "a b[]"]) {
      expect((await ask("GET", `${values}?field=${encodeURIComponent(field)}`)).statusCode).toBe(200);
      expect(calls.lastRequest(method.listLogisticsRequestValues)).toMatchObject({ field });
    }
  });

  it.each([
    ["", "query.field value_error.missing"],
    ["?field=file_id&project_id=all", "query.project_id type_error.uuid"],
    ["?field=nothing&project_id=", "query.project_id type_error.uuid"],
    ["?field=file_id&field=vehicle_type", "query.field type_error.string"],
    ["?field=file_id&include_children=true", "query.include_children value_error.extra"],
  ])("refuses %j", async (query, violation) => {
    expect(await problems(`${values}${query}`)).toEqual([violation]);
  });
});

describe("one logistics request", () => {
  it("is shown and explained; a missing one is not found", async () => {
    expect((await ask("GET", `${ALL}/${SAMPLE_ID}`)).json()).toMatchObject({ id: SAMPLE_ID });
    expect((await ask("GET", `${ALL}/${SAMPLE_ID}/calculation`)).statusCode).toBe(200);
    const missing = await ask("GET", `${ALL}/${MISSING_ID}`);
    expect([missing.statusCode, missing.json()]).toEqual([
      404,
      { code: "NOT_FOUND", detail: "Logistics request not found" },
    ]);
  });

  it("is deleted, with 204", async () => {
    expect((await ask("DELETE", `${ALL}/${SAMPLE_ID}`)).statusCode).toBe(204);
    expect((await ask("DELETE", `${ALL}/${SAMPLE_ID}`, undefined, "viewer")).statusCode).toBe(403);
  });
});

describe("many logistics requests", () => {
  it("are deleted by ids, with 204", async () => {
    const answer = await ask("POST", `${ALL}/batch-delete`, { request_ids: [SAMPLE_ID] });
    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
    expect(calls.lastRequest(method.deleteLogisticsRequests)).toMatchObject({ ids: [SAMPLE_ID] });
    const dry = await ask("POST", `${ALL}/batch-delete?dry_run=true`, { request_ids: [SAMPLE_ID, OURS] });
    expect(dry.json()).toEqual({ dry_run: true, valid: true, total: 2 });
  });

  it.each([[{}], [{ request_ids: [] }], [{ request_ids: ["all"] }], [{ request_ids: [SAMPLE_ID], ids: [] }], [[]]])(
    "are not deleted by the body %j",
    async (body) => {
      expect((await ask("POST", `${ALL}/batch-delete`, body)).statusCode).toBe(422);
    },
  );

  it("are deleted by the filters and the hash of a list", async () => {
    const filters = "filter_by=vehicle_type:in[rail]&status[]=active&search=paris";
    const answer = await ask("POST", `${ALL}/bulk-delete-by-filters?${filters}`, { filter_hash: "a3f1c2e4b5d6a7b8" });
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json())).toEqual([
      "success_count",
      "success_ids",
      "failed_count",
      "failed_ids",
      "message",
    ]);
    expect(calls.lastRequest(method.deleteLogisticsRequestsByFilters)).toMatchObject({
      filterHash: "a3f1c2e4b5d6a7b8",
      filterBy: ["vehicle_type:in[rail]"],
      status: [2],
      search: "paris",
    });
    expect((await ask("POST", `${ALL}/bulk-delete-by-filters`, {})).statusCode).toBe(422);
    expect(
      (await ask("POST", `${ALL}/bulk-delete-by-filters?page=1`, { filter_hash: "a3f1c2e4b5d6a7b8" })).statusCode,
    ).toBe(422);
  });
});
