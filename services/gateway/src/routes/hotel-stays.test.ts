import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { serve } from "@emissions/kit/wire/services";
import { HotelStaySchema, HotelStayService } from "@emissions/proto/activity/v1/hotel_stay_service";
import {
  CalculationOutcome,
  type CalculationSchema,
  CalculationService,
  PartOutcome,
} from "@emissions/proto/calc/v1/calculation_service";
import { FactorSchema, GasValuesSchema } from "@emissions/proto/factors/v1/selection_service";
import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const ADA = { id: OURS, first_name: "Ada", last_name: null, profile_img_url: null };
const { app, calls } = await gateway({ samples: [sample(HotelStaySchema, { uploaded_by: ADA })] });
const ALL = "/v1/hotel-stays";
const ask = (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, payload?: object) =>
  app.inject({ method, url, headers: as("editor"), ...(payload !== undefined && { payload }) });

const stay = { check_in_date: "2025-03-10", check_out_date: "2025-03-12", country: "ES", rooms: 2 };

describe("hotel stays", () => {
  it("are created with status and an object of the user", async () => {
    const answer = await ask("POST", ALL, stay);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ ...stay, status: "pending", co2e: null, uploaded_by: ADA });
  });

  it.each([
    ["country", "Spain", "value_error.country"],
    ["rooms", 0, "value_error.number.not_ge"],
    ["rooms", 10_001, "value_error.number.not_le"],
    ["check_out_date", undefined, "value_error.missing"],
  ])("with %s %s are refused", async (field, value, type) => {
    const answer = await ask("POST", ALL, { ...stay, [field]: value });
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ["body", field], type }]]);
  });

  it("are listed by every filter, with the hash and the offer to select all", async () => {
    const filters = `status[]=active&start_date=2025-01-01&end_date=2025-12-31&name=fair&file_id[]=${OURS}`;
    const more = `created_at_from=2025-01-01T00:00:00Z&source[]=manual&source[]=bulk_upload&uploaded_by[]=${OURS}`;
    const answer = await ask("GET", `${ALL}?${filters}&${more}`);
    expect(answer.json()).toMatchObject({
      total: 1,
      page: 1,
      size: 50,
      filter_hash: "a3f1c2e4b5d6a7b8",
      total_capped: false,
      items: [{ id: SAMPLE_ID, uploaded_by: ADA }],
    });
    expect(answer.json()).toHaveProperty("select_all_matching_enabled");
    expect(calls.lastRequest(HotelStayService.method.listHotelStays)).toMatchObject({
      name: "fair",
      source: ["manual", "bulk_upload"],
      uploadedBy: [OURS],
      fileId: [OURS],
      status: [2],
      startDate: "2025-01-01",
      endDate: "2025-12-31",
      createdAtFrom: { seconds: 1735689600n },
    });
  });

  it("are summed up, and fixed paths are no ids", async () => {
    expect((await ask("GET", `${ALL}/totals`)).json()).toHaveProperty("total_nights");
    expect((await ask("GET", `${ALL}/available-countries`)).statusCode).toBe(200);
    expect((await ask("GET", `${ALL}/unique-values?field=country`)).statusCode).toBe(422);
    expect((await ask("GET", `${ALL}/unique-values?field=uploaded_by`)).statusCode).toBe(200);
  });

  it("are shown, changed and deleted by id; a missing one has a code of its own", async () => {
    const one = `${ALL}/${SAMPLE_ID}`;
    expect((await ask("PATCH", one, { rooms: 3 })).json()).toMatchObject({ rooms: 3 });
    expect((await ask("GET", `${one}/calculation`)).statusCode).toBe(200);
    expect((await ask("DELETE", one)).statusCode).toBe(204);
    const missing = await ask("GET", `${ALL}/${OURS}`);
    expect([missing.statusCode, missing.json()]).toEqual([
      404,
      { code: "HOTEL_STAY_NOT_FOUND", detail: "Hotel stay not found" },
    ]);
  });

  it("are deleted by ids", async () => {
    const answer = await ask("POST", `${ALL}/bulk-delete`, { hotel_stay_ids: [SAMPLE_ID] });
    expect(answer.json()).toEqual({ deleted: [], failed: [] });
    expect(calls.lastRequest(HotelStayService.method.deleteHotelStays)).toMatchObject({ ids: [SAMPLE_ID] });
  });
});

describe("the short explanation of a hotel stay", () => {
  const stay = { check_in_date: "2025-03-30", check_out_date: "2025-04-02", country: "GB", rooms: 2 };
  const factor = sample(FactorSchema, { name: "Hotel stay", unit: "room_night", source: "DESNZ 2025", year: 2025 });
  factor.values = create(GasValuesSchema, { co2e: { value: "10.400" } });
  const result = { status: CalculationOutcome.CALCULATED, factor, co2e: { value: "62.400000000000000000001" } };
  const status = PartOutcome.CALCULATED;
  const pieces = [
    { status, co2e: { value: "41.6" }, formulaWithNumbers: "4 * 10.4 = 41.6" },
    { status, co2e: { value: "20.9" }, formulaWithNumbers: "2 * 10.45 = 20.9" },
  ];

  const explained = async (state: string, calculation: MessageInitShape<typeof CalculationSchema>) => {
    const handler = serve(CalculationService, { getCalculation: () => ({ calculation }) });
    const sampled = sample(HotelStaySchema, { ...stay, calculation_status: state });
    const { app } = await gateway({ samples: [sampled], handlers: [handler] });
    const ask = (id: string) => app.inject({ url: `${ALL}/${id}/impact-calculation`, headers: as("viewer") });
    return { ask, answer: (await ask(SAMPLE_ID)).body };
  };
  const nights = { label: "nights", formula: "2025-04-02 - 2025-03-30 = 3", value: 3 };
  const roomNights = { label: "room_nights", formula: "2 * 3 = 6", value: 6 };
  const known = { hotel_stay_id: SAMPLE_ID, rooms: 2, nights: 3, country: "GB" };

  it("has the factor, each step and the emissions with all digits", async () => {
    const { answer } = await explained("calculated", { ...result, formulaWithNumbers: "6 * 10.4 = 62.4" });
    expect(answer).toContain('"co2e":62.400000000000000000001,');
    expect(JSON.parse(answer)).toMatchObject({
      ...known,
      emission_factor: { value: 10.4, unit: "room_night", source: "DESNZ 2025", year: 2025 },
      steps: [nights, roomNights, { label: "co2e", formula: "6 * 10.4 = 62.4", value: 62.4 }],
    });
  });

  it("has one step of emissions for each factor", async () => {
    const { answer } = await explained("calculated", { ...result, parts: pieces });
    expect(JSON.parse(answer).steps.slice(2)).toEqual([
      { label: "co2e", formula: "4 * 10.4 = 41.6", value: 41.6 },
      { label: "co2e", formula: "2 * 10.45 = 20.9", value: 20.9 },
    ]);
  });

  it.each([
    ["before the first result", "pending", result],
    ["in a country without a factor", "calculated", { status: CalculationOutcome.CALCULATED }],
    ["after a failure", "failed", { status: CalculationOutcome.FAILED }],
  ])("is empty %s", async (_, state, calculation) => {
    const { answer } = await explained(state, calculation);
    expect(JSON.parse(answer)).toEqual({ ...known, emission_factor: null, co2e: null, steps: [] });
  });

  it("of a missing stay is not found", async () => {
    const { ask } = await explained("calculated", result);
    const answer = await ask(OURS);
    expect([answer.statusCode, answer.json().code]).toEqual([404, "HOTEL_STAY_NOT_FOUND"]);
  });
});
