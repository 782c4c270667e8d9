import {
  TransportDirection,
  TransportMode,
  TransportRouteSchema,
  TransportService,
} from "@emissions/proto/activity/v1/transport_service";
import { TravelMethod } from "@emissions/proto/factors/v1/freight";
import { unitId } from "@emissions/quantity/catalogue-id";
import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const ALL = "/v1/transports";
const section = { transport_type: "road", travel_method: "truck", kms_manual: 203 };
const route = {
  transport_date: "2025-03-10",
  quantity_transported: 5000.00001,
  unit_id: unitId("kg"),
  transport_direction: "downstream",
  sections: [section],
};
const shown = { ...section, id: SAMPLE_ID, part: 1, status: "pending", kms: 203, kms_source: "manual" };
const { app, calls } = await gateway({ samples: [sample(TransportRouteSchema, { ...route, sections: [shown] })] });
const { method } = TransportService;
const ask = (verb: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload?: object) =>
  app.inject({ method: verb, url, headers: as("editor"), ...(payload !== undefined && { payload }) });

describe("transport routes", () => {
  it("are created with their sections", async () => {
    const air = { transport_type: "air", origin: "MAD", destination: "JFK", refrigerated: true };
    const answer = await ask("POST", ALL, { ...route, sections: [section, air] });
    expect(answer.statusCode).toBe(201);
    const pending = { ...shown, electric: false, distance_manual: false, co2e: null, emissions: [], journey: null };
    expect(answer.json()).toMatchObject({ id: SAMPLE_ID, co2e: null, emissions: [], sections: [pending] });
    expect(calls.lastRequest(method.createTransportRoute)).toMatchObject({
      transportDirection: TransportDirection.DOWNSTREAM,
      quantityTransported: { value: "5000.00001" },
      sections: [
        { transportType: TransportMode.ROAD, travelMethod: TravelMethod.TRUCK, kmsManual: { value: "203" } },
        { transportType: TransportMode.AIR, origin: "MAD", destination: "JFK", refrigerated: true },
      ],
    });
  });

  it.each([
    ["quantity_transported", 0, "value_error.number.not_gt"],
    ["quantity_transported", "1000000000", "value_error.number.not_le"],
    ["quantity_transported", "0.000001", "value_error.decimal.max_places"],
    ["transport_direction", "sideways", "type_error.enum"],
    ["transport_date", "1969-12-31", "activity_date_out_of_range"],
    ["unit_id", "kg", "type_error.uuid"],
    ["sections", undefined, "value_error.missing"],
    ["sections", [], "value_error.list.min_items"],
    ["sections", Array.from({ length: 21 }, () => section), "value_error.list.max_items"],
    ["sections", {}, "type_error.list"],
    ["co2e", 1, "value_error.extra"],
  ])("with %s %j are refused", async (field, value, type) => {
    const answer = await ask("POST", ALL, { ...route, [field]: value });
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ["body", field], type }]]);
  });

  it.each([
    ["transport_type", "rocket", "type_error.enum"],
    ["transport_type", undefined, "value_error.missing"],
    ["kms_manual", -1, "value_error.number.not_gt"],
    ["kms_manual", "1.0000001", "value_error.decimal.max_places"],
    ["electric", "yes", "type_error.boolean"],
    ["origin", " ", "value_error.any_str.min_length"],
    ["kms", 203, "value_error.extra"],
  ])("with %s %j in a section are refused at its place", async (field, value, type) => {
    const answer = await ask("POST", ALL, { ...route, sections: [section, { ...section, [field]: value }] });
    const loc = ["body", "sections", 1, field];
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc, type }]]);
  });

  it("are replaced by PUT, with the fields that are sent", async () => {
    const answer = await ask("PUT", `${ALL}/${SAMPLE_ID}`, { name: "Fair", sections: [section] });
    expect(answer.statusCode).toBe(200);
    expect(calls.lastRequest(method.updateTransportRoute)).toMatchObject({
      id: SAMPLE_ID,
      updateMask: { paths: ["name", "sections"] },
      sections: [{ transportType: TransportMode.ROAD }],
    });
    const refused = await ask("PUT", `${ALL}/${SAMPLE_ID}`, { transport_direction: "upstream" });
    expect(refused.json().detail).toMatchObject([{ loc: ["body", "transport_direction"], type: "value_error.extra" }]);
    expect((await ask("PATCH", `${ALL}/${SAMPLE_ID}`, { name: "Fair" })).statusCode).toBe(405);
  });

  it("are listed by every filter, with pages and the hash", async () => {
    const filters = "status[]=active&transport_direction=upstream&start_date=2025-01-01&end_date=2025-12-31";
    const more = `search=fair&co2e_status=calculated&file_id[]=${OURS}&uploaded_by[]=${OURS}&sort=-name,start_date`;
    const created = "created_at_from=2025-01-01T00:00:00Z&created_at_to=2026-01-01T00:00:00Z";
    const answer = await ask("GET", `${ALL}?${filters}&${more}&${created}`);
    const page = { total: 1, page: 1, size: 50, pages: 1, filter_hash: "a3f1c2e4b5d6a7b8", total_capped: false };
    expect(answer.json()).toMatchObject({ ...page, items: [{ id: SAMPLE_ID }] });
    expect(calls.lastRequest(method.listTransportRoutes)).toMatchObject({
      ...{ status: [2], transportDirection: [TransportDirection.UPSTREAM], startDate: "2025-01-01", search: "fair" },
      ...{ co2eStatus: 1, fileId: [OURS], uploadedBy: [OURS], sort: ["-name", "start_date"] },
    });
    expect((await ask("GET", `${ALL}?search=`)).statusCode).toBe(422);
    expect((await ask("GET", `${ALL}?search=${"a".repeat(256)}`)).statusCode).toBe(422);
  });

  it("are counted for one direction and one file", async () => {
    const answer = await ask("GET", `${ALL}/counts?transport_direction=upstream&file_id=${OURS}`);
    expect(Object.keys(answer.json())).toEqual(["pending", "active", "error"]);
    expect(calls.lastRequest(method.countTransportRoutes)).toMatchObject({ transportDirection: 1, fileId: OURS });
    for (const query of [
      `file_id=${OURS}&file_id=${OURS}`,
      "file_id=none",
      "include_children=true",
      "start_date=2025-01-01",
    ]) {
      expect((await ask("GET", `${ALL}/counts?${query}`)).statusCode).toBe(422);
    }
  });

  it("have versions in pages, and are deleted without an answer", async () => {
    const answer = await ask("GET", `${ALL}/${SAMPLE_ID}/versions?size=10`);
    expect(answer.json()).toMatchObject({ items: expect.any(Array), total: expect.any(Number), page: 1, size: 10 });
    expect(calls.lastRequest(method.listTransportRouteVersions)).toMatchObject({ id: SAMPLE_ID, size: 10 });
    expect((await ask("DELETE", `${ALL}/${SAMPLE_ID}`)).statusCode).toBe(204);
  });

  it("are created in batches, and deleted by ids and by filters", async () => {
    const headers = { ...as("editor"), "idempotency-key": "routes-1" };
    const batch = await app.inject({ method: "POST", url: "/v2/transports", headers, payload: { records: [route] } });
    expect(batch.statusCode).toBe(202);
    expect((await ask("POST", `${ALL}/bulk-delete`, { transport_route_ids: [SAMPLE_ID] })).statusCode).toBe(200);
    const seen = { filter_hash: "a3f1c2e4b5d6a7b8" };
    expect((await ask("POST", `${ALL}/bulk-delete-by-filters?status[]=error`, seen)).statusCode).toBe(200);
    expect(calls.lastRequest(method.deleteTransportRoutesByFilters)).toMatchObject({
      status: [3],
      filterHash: seen.filter_hash,
    });
  });
});
