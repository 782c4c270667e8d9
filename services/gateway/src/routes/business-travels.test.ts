import { BusinessTravelSchema, BusinessTravelService } from "@emissions/proto/activity/v1/business_travel_service";
import { TransportType, TravelFuel } from "@emissions/proto/factors/v1/travel";
import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const ALL = "/v1/business-travels";
const travel = { travel_date: "2025-03-10", transport_type: "car", distance_km: "621.5", travel_number: 2 };
const sampled = sample(BusinessTravelSchema, { ...travel, kilometres: "621.5" });
const { app, calls } = await gateway({ samples: [sampled] });
const { method } = BusinessTravelService;
const ask = (verb: "GET" | "POST" | "PATCH" | "DELETE", url: string, payload?: object) =>
  app.inject({ method: verb, url, headers: as("editor"), ...(payload !== undefined && { payload }) });

describe("business travels", () => {
  it("are created with enums by their texts", async () => {
    const answer = await ask("POST", ALL, { ...travel, fuel_type: "plug_in_hybrid_electric", round_trip: true });
    expect(answer.statusCode).toBe(201);
    const shown = { distance_km: 621.5, kilometres: 621.5, status: "pending", co2e: null, journey: null };
    expect(answer.json()).toMatchObject({ ...travel, ...shown, round_trip: true });
    expect(calls.lastRequest(method.createBusinessTravel)).toMatchObject({
      transportType: TransportType.CAR,
      fuelType: TravelFuel.PLUG_IN_HYBRID_ELECTRIC,
      distanceKm: { value: "621.5" },
    });
  });

  it("keep the name of the place of departure beside the origin of the record", async () => {
    const { distance_km: _, ...rest } = travel;
    const trip = { ...rest, origin: "MAD", destination: "BCN", file_name: "trips.csv" };
    expect((await ask("POST", ALL, trip)).json()).toMatchObject(trip);
    expect(calls.lastRequest(method.createBusinessTravel)).toMatchObject({ origin: "MAD", fileName: "trips.csv" });
  });

  it.each([
    ["transport_type", "rocket", "type_error.enum"],
    ["distance_km", 0, "value_error.number.not_gt"],
    ["travel_number", 1001, "value_error.number.not_le"],
    ["round_trip", "yes", "type_error.boolean"],
    ["cabin_class", "sofa", "type_error.enum"],
    ["country", "Spain", "value_error.country"],
    ["origin", " ", "value_error.any_str.min_length"],
    ["travel_date", undefined, "value_error.missing"],
    ["journey", {}, "value_error.extra"],
  ])("with %s %s are refused", async (field, value, type) => {
    const answer = await ask("POST", ALL, { ...travel, [field]: value });
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ["body", field], type }]]);
  });

  it("are listed by every filter, with pages and the hash", async () => {
    const filters = "transport_type[]=car&transport_type[]=ferry&status[]=active&start_date=2025-01-01";
    const more = `end_date=2025-12-31&name=fair&source[]=manual&uploaded_by[]=${OURS}&file_id[]=${OURS}`;
    const answer = await ask("GET", `${ALL}?${filters}&${more}`);
    const page = { total: 1, page: 1, size: 50, pages: 1, filter_hash: "a3f1c2e4b5d6a7b8", total_capped: false };
    expect(answer.json()).toMatchObject({ ...page, items: [{ id: SAMPLE_ID }] });
    expect(calls.lastRequest(method.listBusinessTravels)).toMatchObject({
      transportType: [TransportType.CAR, TransportType.FERRY],
      status: [2],
      startDate: "2025-01-01",
      endDate: "2025-12-31",
      name: "fair",
      source: ["manual"],
      uploadedBy: [OURS],
      fileId: [OURS],
    });
  });

  it("are summed up, and fixed paths are no ids", async () => {
    expect((await ask("GET", `${ALL}/totals`)).json()).toHaveProperty("total_kilometres");
    expect((await ask("GET", `${ALL}/unique-values?field=transport_type`)).statusCode).toBe(200);
    expect((await ask("GET", `${ALL}/unique-values?field=distance_km`)).statusCode).toBe(422);
  });

  it("are shown, changed, explained and deleted by id; a missing one has a code of its own", async () => {
    const one = `${ALL}/${SAMPLE_ID}`;
    expect((await ask("PATCH", one, { round_trip: true })).json()).toMatchObject({ round_trip: true });
    const cleared = await ask("PATCH", one, { round_trip: null });
    expect([cleared.statusCode, cleared.json().detail]).toMatchObject([422, [{ loc: ["body", "round_trip"] }]]);
    expect((await ask("GET", `${one}/calculation`)).statusCode).toBe(200);
    expect((await ask("DELETE", one)).statusCode).toBe(204);
    const missing = await ask("GET", `${ALL}/${OURS}`);
    expect([missing.statusCode, missing.json().code]).toEqual([404, "BUSINESS_TRAVEL_NOT_FOUND"]);
  });

  it("are deleted by ids, and by filters with the hash", async () => {
    const byIds = await ask("POST", `${ALL}/bulk-delete`, { business_travel_ids: [SAMPLE_ID] });
    expect(byIds.json()).toMatchObject({ success_count: 1, success_ids: [SAMPLE_ID] });
    const byFilters = (filter_hash: string) =>
      ask("POST", `${ALL}/bulk-delete-by-filters?transport_type[]=car`, { filter_hash });
    expect((await byFilters("a3f1c2e4b5d6a7b8")).statusCode).toBe(200);
    expect((await byFilters("0000000000000000")).json().code).toBe("FILTER_HASH_MISMATCH");
  });

  it("are created in batches", async () => {
    const headers = { ...as("editor"), "idempotency-key": "trips-2025-03" };
    const records = [travel, { ...travel, round_trip: true, external_id: "t-2" }];
    const answer = await app.inject({ method: "POST", url: "/v2/business-travels", headers, payload: { records } });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      202,
      { entity_type: "business_travels", total_items: 2 },
    ]);
    expect(calls.lastRequest(method.createBusinessTravels).records).toMatchObject([
      { roundTrip: false },
      { roundTrip: true, externalId: "t-2" },
    ]);
  });
});
