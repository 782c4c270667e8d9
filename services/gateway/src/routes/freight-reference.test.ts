import { serve } from "@emissions/kit/wire/services";
import { FreightMode, TravelMethod } from "@emissions/proto/factors/v1/freight";
import { FreightService, type ListTransportCombinationsRequest } from "@emissions/proto/factors/v1/freight_service";
import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";

const VAN = {
  id: OURS,
  toc: "van_diesel",
  category: FreightMode.ROAD,
  vehicle: "van",
  type: "diesel",
  wtw: { value: "0.78225" },
  defaultLoad: { value: "405" },
  location: "GLO",
};
const DIESEL = { id: OURS, name: "diesel", unitId: OURS, unit: "l", region: "EU" };
const RIGID = {
  id: OURS,
  transportType: FreightMode.ROAD,
  travelMethod: TravelMethod.TRUCK,
  detail: "rigid_over_17_t",
  boundaries: { from: { value: "17" }, unit: "t" },
  referenceProduct: "HGV: Rigid (>17 tonnes), Average laden",
};
const TRAIN = { id: OURS, transportType: FreightMode.RAIL, referenceProduct: "Rail: Freight train" };

let filter: ListTransportCombinationsRequest;
const freight = serve(FreightService, {
  listTransportCombinations: (request) => {
    filter = request;
    return { combinations: [RIGID, TRAIN] };
  },
  listTransportOperationCategories: () => ({ tocs: [VAN] }),
  listLogisticsFuels: () => ({ fuels: [DIESEL], total: 21 }),
});

const { app } = await gateway({ handlers: [freight] });
const get = (url: string) => app.inject({ url, headers: as("viewer") });

describe("GET /v1/transports/combinations", () => {
  it("is a bare list with the range of sizes, and null for what a mode does not have", async () => {
    expect((await get("/v1/transports/combinations")).json()).toEqual([
      {
        id: OURS,
        transport_type: "road",
        travel_method: "truck",
        refrigerated: false,
        electric: false,
        detail: "rigid_over_17_t",
        boundaries: { from: 17, to: null, unit: "t" },
        reference_product: "HGV: Rigid (>17 tonnes), Average laden",
      },
      expect.objectContaining({ transport_type: "rail", travel_method: null, detail: "", boundaries: null }),
    ]);
  });

  it("passes its filters on; the average has an empty detail", async () => {
    await get(
      "/v1/transports/combinations?transport_type=road&travel_method=truck&refrigerated=true&electric=false&detail=",
    );
    const { ROAD } = FreightMode;
    expect(filter).toMatchObject({ transportType: ROAD, travelMethod: TravelMethod.TRUCK, refrigerated: true });
    expect([filter.electric, filter.detail]).toEqual([false, ""]);
    await get("/v1/transports/combinations");
    expect([filter.refrigerated, filter.electric, filter.detail]).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ["transport_type=sea", "transport_type"],
    ["travel_method=van", "travel_method"],
    ["refrigerated=cold", "refrigerated"],
    ["size=1", "size"],
  ])("refuses ?%s", async (query, field) => {
    const answer = await get(`/v1/transports/combinations?${query}`);
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ["query", field]]);
  });
});

it("GET /v1/logistics/tocs is a bare list", async () => {
  expect((await get("/v1/logistics/tocs")).json()).toEqual([
    {
      id: OURS,
      toc: "van_diesel",
      category: "road",
      vehicle: "van",
      type: "diesel",
      wtw: 0.78225,
      default_load: 405,
      location: "GLO",
      generic: false,
      electric: false,
      kwh_per_tkm: null,
    },
  ]);
});

it("GET /v1/logistics/fuels has the fuels and their number", async () => {
  expect((await get("/v1/logistics/fuels")).json()).toEqual({
    total_count: 21,
    fuels: [{ id: OURS, name: "diesel", unit_id: OURS, unit: "l", region: "EU" }],
  });
});
