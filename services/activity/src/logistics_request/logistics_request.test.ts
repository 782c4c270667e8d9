import { Code } from "@connectrpc/connect";
import { LogisticHubType } from "@emissions/proto/activity/v1/logistic_hub_service";
import { LoadUnit, LogisticsRequestStatus } from "@emissions/proto/activity/v1/logistics_request_service";
import { FreightPayer } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { FreightMode, FreightPart, HubCategory } from "@emissions/proto/factors/v1/freight";
import { unitId } from "@emissions/quantity/catalogue-id";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterEach, describe, expect, it, vi } from "vitest";
import { activity, eachTest, inputs, us } from "../activity.fixture.ts";
import { CHOSEN, KILOMETRES, KILOMETRES_OF_GOODS } from "../business_travel/places.fixture.ts";
import { addFacility, addHub } from "../logistic_hub/logistic_hub.fixture.ts";
import { TOCS } from "../records/freight.fixture.ts";
import { amount, createLeg, enqueueLeg, getLeg, LEG, MEASURED, requests } from "./logistics_request.fixture.ts";

eachTest();
afterEach(() => {
  vi.useRealTimers();
});

const { ACTIVE } = LogisticsRequestStatus;
const lastInput = async () => (await inputs()).at(-1)!;
const rows = () => activity.rows(us, "logistics_requests");

describe("a logistics request", () => {
  it("is answered with its emissions, its inputs and the values that follow from them", async () => {
    const parts = ["freight", "energy_provision"].map((part, at) => ({ part, co2e: amount(["120.5", "43.93"][at]!) }));
    activity.calc.answer = () => ({ status: CalculationOutcome.CALCULATED, co2e: amount("164.43"), parts });
    const leg = await createLeg({ ...LEG, client: "ACME", vehicleLicensePlate: "1234 ABC" });
    expect(leg).toMatchObject({
      ...{ ...LEG, client: "ACME", vehicleLicensePlate: "1234 ABC", loadUnit: LoadUnit.KG, originCountry: "GLO" },
      ...{ tkm: amount("1015"), effectiveLoadKg: amount("5000"), tocId: TOCS.truckDiesel.id, status: ACTIVE },
      ...{ co2e: amount("164.43"), kgco2e: amount("164.43"), emissionIntensity: amount("0.162") },
      ...{ operationCo2e: amount("120.5"), energyProvisionCo2e: amount("43.93"), estimatedData: [], errorMessages: [] },
      uploadedBy: { firstName: "Ada" },
    });
    expect([leg.hubCo2e, leg.packageId, leg.journey, leg.updatedAt]).toEqual(Array(4).fill(undefined));
    expect(await getLeg(leg.id)).toEqual(leg);
  });

  it("is calculated as tonnes times kilometres: operation of the vehicle, and provision of its energy", async () => {
    await createLeg();
    const of = (part: FreightPart) => ({
      kind: {
        case: "freight",
        value: { activity: { case: "tocId", value: TOCS.truckDiesel.id }, part, country: "GLO", shortHaul: false },
      },
    });
    const quantity = { value: amount("1015"), unitId: unitId("tkm"), unit: "tkm" };
    const common = { category: "goods_shipped", quantity, allocation: "(5000 / 1000) * 203" };
    const { OPERATION, ENERGY_PROVISION } = FreightPart;
    expect(await lastInput()).toMatchObject({
      ...{ ...common, referenceDate: "2025-03-30", startDate: "2025-03-30", endDate: "2025-03-30" },
      ...{ selector: of(OPERATION), excludedFromTotals: false, factorOptional: false },
      additionalParts: [
        { ...common, part: "energy_provision", memo: false, optional: false, selector: of(ENERGY_PROVISION) },
      ],
    });
    expect([(await lastInput()).failure, (await lastInput()).journey]).toEqual([undefined, undefined]);
  });

  it("is paid by the organization, unless it says that others pay", async () => {
    const [bought, sold] = [await createLeg(), await createLeg({ ...LEG, paidBy: FreightPayer.OTHER })];
    expect((await inputs()).map(({ paidBy }) => paidBy)).toEqual([FreightPayer.ORGANIZATION, FreightPayer.OTHER]);
    expect([bought.paidBy, sold.paidBy]).toEqual([FreightPayer.ORGANIZATION, FreightPayer.OTHER]);
    const listed = await requests().listLogisticsRequests({ paidBy: [FreightPayer.OTHER] });
    expect(listed.logisticsRequests).toMatchObject([{ id: sold.id }]);
  });

  it.each([
    ["in tonnes", { load: amount("2.5"), loadUnit: LoadUnit.TON }, "(2.5 * 1000 / 1000) * 203", "507.5"],
    ["in pallets of 500 kg", { load: amount("10"), loadUnit: LoadUnit.PALLETS }, "(10 * 500 / 1000) * 203", "1015"],
    ["in containers of 20 feet", { load: amount("2"), loadUnit: LoadUnit.TEU }, "(2 * 10000 / 1000) * 203", "4060"],
    ["in containers of 40 feet", { load: amount("1"), loadUnit: LoadUnit.FEU }, "(1 * 20000 / 1000) * 203", "4060"],
    ["of which a share was loaded", { loadFactor: amount("0.5") }, "(5000 * 0.5 / 1000) * 203", "507.5"],
    ["in a cleaned vehicle", { cleaning: true }, "(5000 / 1000) * 203 * 1.05", "1065.75"],
    ["with tonne-kilometres", { tkm: amount("12.5") }, "", "12.5"],
    ["with tonne-kilometres, cleaned", { tkm: amount("100"), cleaning: true }, "100 * 1.05", "105"],
    ["without a load", { toc: TOCS.vanDiesel.toc, load: undefined }, "(800 / 1000) * 203", "162.4"],
  ])("with a load %s counts %s", async (_what, values, allocation, value) => {
    await createLeg({ ...LEG, ...values });
    expect(await lastInput()).toMatchObject({ allocation, quantity: { value: { value }, unit: "tkm" } });
  });

  it("in containers weighs twice as much if it is recorded before the default weights of 2026-10-09", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-10-08T12:00:00Z") });
    const before = await createLeg({ ...LEG, load: amount("1"), loadUnit: LoadUnit.TEU });
    vi.setSystemTime(new Date("2026-10-09T00:00:00Z"));
    const after = await createLeg({ ...LEG, load: amount("1"), loadUnit: LoadUnit.TEU });
    expect([before, after].map(({ effectiveLoadKg }) => effectiveLoadKg!.value)).toEqual(["20000", "10000"]);
    expect(await getLeg(before.id)).toMatchObject({ tkm: amount("4060") });
  });

  it("gets the average of its mode, the default load and the measured distance, and names them as estimated", async () => {
    const values = { category: FreightMode.ROAD, toc: undefined, origin: "MAD", destination: "BCN" };
    const leg = await createLeg({ ...LEG, ...values, distanceKm: undefined });
    expect(leg).toMatchObject({ toc: "generic_average_road", distanceKm: amount(KILOMETRES), tkm: amount("2413") });
    expect([leg.estimatedData, leg.journey!.destination!.code]).toEqual([["toc", "distance_km"], "BCN"]);
    expect(activity.places.calls).toMatchObject([[{ origin: "MAD", destination: "BCN", freight: true }]]);
    const van = await createLeg({ ...MEASURED, toc: TOCS.vanDiesel.toc, load: undefined });
    expect(van).toMatchObject({ load: amount("800"), estimatedData: ["load", "distance_km"] });
    expect(await getLeg(van.id)).toEqual(van);
  });

  it("names as estimated the end whose place was chosen among several", async () => {
    const leg = await createLeg({ ...MEASURED, origin: CHOSEN });
    expect(leg).toMatchObject({ estimatedData: ["distance_km", "origin"], journey: { chosenPlaces: ["origin"] } });
  });

  it("by air counts the kilometres of the great circle, as the published factors do", async () => {
    const leg = await createLeg({ ...MEASURED, toc: TOCS.freighter.toc, load: amount("1000") });
    expect(leg).toMatchObject({ distanceKm: amount(KILOMETRES_OF_GOODS), tkm: amount(KILOMETRES) });
    expect(await lastInput()).toMatchObject({
      allocation: `(1000 / 1000) * ${KILOMETRES}`,
      selector: { kind: { value: { shortHaul: true } } },
    });
    await createLeg({ ...LEG, toc: TOCS.freighter.toc, distanceKm: amount("1500.1") });
    expect(await lastInput()).toMatchObject({ selector: { kind: { value: { shortHaul: false } } } });
  });

  const { WAREHOUSE_AMBIENT, MARITIME_CONTAINER_TERMINALS_AMBIENT } = HubCategory;
  const feu = { load: amount("2"), loadUnit: LoadUnit.FEU };
  it.each([
    ["tonnes", WAREHOUSE_AMBIENT, {}, { value: amount("5"), unit: "t" }, "5000 / 1000"],
    ["containers", MARITIME_CONTAINER_TERMINALS_AMBIENT, feu, { value: amount("2"), unit: "piece" }, "40000 / 20000"],
  ])(
    "through a hub of another company has its emissions by %s",
    async (_what, category, load, quantity, allocation) => {
      const { id: hubId } = await addHub({ category });
      activity.calc.answer = () => ({
        status: CalculationOutcome.CALCULATED,
        co2e: amount("3"),
        parts: [
          { part: "freight", co2e: amount("2") },
          { part: "hub", co2e: amount("1") },
        ],
      });
      const leg = await createLeg({ ...LEG, ...load, hubId });
      expect([leg.hubId, leg.hubCo2e]).toMatchObject([hubId, amount("1")]);
      const { additionalParts } = await lastInput();
      expect(additionalParts.find(({ part }) => part === "hub")).toMatchObject({
        ...{ category: "goods_shipped", quantity, allocation, memo: false },
        selector: {
          kind: { value: { activity: { case: "hubCategory", value: category }, part: FreightPart.OPERATION } },
        },
      });
    },
  );

  it("through an own hub has no emissions of it, because its facility has them", async () => {
    const { id: hubId } = await addHub({ type: LogisticHubType.OWNED, facilityId: await addFacility() });
    await createLeg({ ...LEG, hubId });
    expect((await lastInput()).additionalParts).toHaveLength(1);
  });

  it("is of today, in the year of its day or in another that was sent", async () => {
    expect((await createLeg({ ...LEG, shipmentDate: "" })).shipmentDate).toBe(new Date().toISOString().slice(0, 10));
    await createLeg({ ...LEG, year: 2023 });
    expect(await lastInput()).toMatchObject({ referenceDate: "2023-01-01", startDate: "2025-03-30" });
  });
});

describe("a logistics request is refused", () => {
  const refused = async (values: object, create = createLeg) => (await refusalOf(create(values))).violations;
  const many = amount("1000000000");

  it.each([
    ["without TOC and mode", { toc: undefined }, ["body.category value_error.missing"]],
    ["with an unknown TOC", { toc: "artic_disel" }, ["body.toc value_error.toc_not_found"]],
    [
      "with a mode without average",
      { toc: undefined, category: FreightMode.RAIL },
      ["body.category value_error.factor_not_found"],
    ],
    [
      "without any distance",
      { distanceKm: undefined },
      ["body.origin value_error.missing", "body.destination value_error.missing"],
    ],
    ["over 0 km", { distanceKm: amount("0") }, ["body.distance_km value_error.number.not_gt"]],
    ["with a negative load", { load: amount("-1") }, ["body.load value_error.number.not_ge"]],
    ["with a load of ten digits", { load: many }, ["body.load value_error.number.not_le"]],
    ["with a load of six decimals", { load: amount("0.000001") }, ["body.load value_error.decimal.max_places"]],
    ["with 0 tonne-kilometres", { tkm: amount("0") }, ["body.tkm value_error.number.not_gt"]],
    ["with a load factor above 1", { loadFactor: amount("1.1") }, ["body.load_factor value_error.number.not_le"]],
    ["from an unknown country", { originCountry: "UK" }, ["body.origin_country value_error.country"]],
    ["for a year after the next one", { year: 2100 }, ["body.year value_error.number.not_le"]],
    ["on no day", { shipmentDate: "2025-02-30" }, ["body.shipment_date value_error.date"]],
    [
      "with a hub that does not exist",
      { hubId: "0197f3a0-0000-7000-8000-000000000001" },
      ["body.hub_id value_error.not_found"],
    ],
    ["between a place and itself", { ...MEASURED, destination: "MAD" }, ["body.origin value_error.same_place"]],
  ])("%s, in the call and as a queued one", async (what, values, violations) => {
    expect(await refused({ ...LEG, ...values })).toEqual(violations);
    // The result of a queued request tells that its distance is not known.
    if (!what.startsWith("between")) expect(await refused({ ...LEG, ...values }, enqueueLeg)).toEqual(violations);
  });

  it("before 1970 and after next year by a code of its own", async () => {
    for (const shipmentDate of ["1969-12-31", `${new Date().getUTCFullYear() + 2}-01-01`]) {
      expect(await refusalOf(createLeg({ ...LEG, shipmentDate }))).toMatchObject({
        code: "ACTIVITY_DATE_OUT_OF_RANGE",
        violations: ["body.shipment_date activity_date_out_of_range"],
      });
    }
  });

  it("through a hub without category, or one of another organization", async () => {
    const { id: hubId } = await addHub({ category: undefined });
    expect(await refused({ ...LEG, hubId })).toEqual(["body.hub_id value_error.hub_category"]);
    const foreign = await addHub({}, await activity.organization());
    expect(await refused({ ...LEG, hubId: foreign.id })).toEqual(["body.hub_id value_error.not_found"]);
  });

  it("with the names that are most like an unknown TOC, and with the TOC that has no default load", async () => {
    const msgOf = (values: object) =>
      createLeg({ ...LEG, ...values }).catch(({ details }) => details[0].debug.violations[0].msg);
    expect(await msgOf({ toc: "artic_disel" })).toContain("Similar names: artic_truck_diesel");
    expect(await msgOf({ load: undefined })).toBe("required, because artic_truck_diesel has no default load");
  });

  it("while calc or the place service is unavailable, and nothing is stored", async () => {
    activity.places.away.places = true;
    await expect(createLeg(MEASURED)).rejects.toMatchObject({ code: Code.Unavailable });
    activity.calc.isAway = true;
    await expect(createLeg()).rejects.toMatchObject({ code: Code.Unavailable });
    expect(await rows()).toEqual([]);
    await enqueueLeg();
    expect(await rows()).toHaveLength(1);
  });

  it("in another organization as one that does not exist", async () => {
    const { id } = await createLeg();
    const theirs = requests(await activity.organization());
    expect((await refusalOf(theirs.getLogisticsRequest({ id }))).code).toBe("LOGISTICS_REQUEST_NOT_FOUND");
  });
});
