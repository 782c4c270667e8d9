import { InvoiceActivity, InvoiceStatus, InvoiceType } from "@emissions/proto/activity/v1/invoice_service";
import { Co2eStatus } from "@emissions/proto/activity/v1/list";
import { RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { describe, expect, it } from "vitest";
import { type Activity, eachTest, IBERDROLA, KG, KM, KWH, M3 } from "../activity.fixture.ts";
import { group } from "../waste/waste.fixture.ts";
import { calculate, HEAT, type Invoicing, invoicing, library, R410A } from "./invoice.fixture.ts";

let activity: Activity;
let ours: Invoicing;

eachTest(async (made) => {
  ({ activity } = made);
  ours = await invoicing(made);
});

describe("an invoice", () => {
  it("shows its share, and is announced with all that prices it", async () => {
    const invoice = await ours.create({ supplierId: IBERDROLA });
    expect(invoice).toMatchObject({
      percentage: { value: "1" },
      originalQuantity: { value: "1250.50" },
      originalUnitId: KWH,
      enabled: true,
      facilityPercentages: [{ ...ours.share(ours.plant, "1"), facilityName: "Plant" }],
    });
    expect(Number(invoice.quantity!.value)).toBe(1250.5);
    const [input] = await ours.inputs();
    expect(input).toMatchObject({
      category: "electricity",
      referenceDate: "2025-01-31",
      startDate: "2025-01-01",
      quantity: { value: { value: "1250.5" }, unit: "kWh" },
      selector: library("electricity_supplier", "iberdrola"),
    });
    expect(
      input!.additionalParts.map(({ part, category, memo, optional }) => [part, category, memo, optional]),
    ).toEqual([
      ["electricity_location_based", "electricity", true, true],
      ["electricity_generation", "energy_production", false, true],
      ["electricity_transmission_and_distribution", "energy_production", false, true],
      ["electricity_losses_generation", "energy_production", false, true],
    ]);
  });

  it.each([
    {
      what: "heat",
      sent: HEAT,
      category: "combustion",
      selector: library("fuels", "natural_gas"),
      parts: ["stationary_generation"],
    },
    {
      what: "bought heat",
      sent: { ...HEAT, facilityFuelId: catalogueId("facility_fuel", "heat/district_heat") },
      category: "heat",
      selector: library("heat", "district_heat"),
      parts: ["stationary_generation", "stationary_transmission_and_distribution", "stationary_losses_generation"],
    },
    {
      what: "electricity of nobody",
      sent: {},
      category: "electricity",
      selector: library("electricity_residual_mix", "grid"),
      parts: 4,
    },
    {
      what: "water",
      sent: { type: InvoiceType.WATER, unitId: M3 },
      category: "water",
      selector: library("water_supply", "water"),
      parts: [],
    },
    {
      what: "recharge",
      sent: { type: InvoiceType.RECHARGE, facilityFuelId: R410A, unitId: KG },
      category: "recharges",
      selector: library("refrigerants", "r_410a"),
      parts: [],
    },
    {
      what: "process",
      sent: { type: InvoiceType.PROCESS, facilityFuelId: R410A, unitId: KG },
      category: "process",
      selector: library("refrigerants", "r_410a"),
      parts: [],
    },
  ])("for $what counts as $category", async ({ sent, category, selector, parts }) => {
    await ours.create(sent);
    const [input] = await ours.inputs();
    expect(input).toMatchObject({ category, selector });
    const named = input!.additionalParts.map(({ part }) => part);
    expect(typeof parts === "number" ? named.length : named).toEqual(parts);
  });

  it("is priced by a custom group whatever the unit, pinned as it is, and still has what is upstream", async () => {
    const id = group(activity, { revision: 7 });
    const invoice = await ours.create({ ...HEAT, unitId: KM, customEmissionFactorId: id });
    expect(invoice.customEmissionFactor).toMatchObject({ id, name: "Ours" });
    const [input] = await ours.inputs();
    const value = { groupId: id, revision: 7, unitMustMatch: false };
    expect(input!.selector!.kind).toMatchObject({ case: "customGroup", value });
    expect(input!.additionalParts).toHaveLength(1);
  });

  it("keeps the company of each share, and only where one was sent", async () => {
    const facilities = [
      { ...ours.share(ours.plant, "0.25"), companyName: 'Acme "Iberia", S.L.' },
      ours.share(ours.other, "0.75"),
    ];
    const { id, facilityPercentages } = await ours.create({ facilityId: "", facilityPercentages: facilities });
    const names = facilityPercentages.map(({ companyName }) => companyName);
    expect(names).toEqual(['Acme "Iberia", S.L.', undefined]);
    expect((await ours.get(id)).facilityPercentages).toEqual(facilityPercentages);
  });

  it("is shared exactly", async () => {
    const facilities = [ours.share(ours.plant, "0.3333333333333333"), ours.share(ours.other, "0.6666666666666667")];
    const first = await ours.create({
      facilityId: "",
      facilityPercentages: facilities,
      baseQuantity: { value: "0.1" },
    });
    expect(first).toMatchObject({ facilityId: ours.plant, quantity: { value: "0.03333333333333333" } });
    const rows = await activity.rows<{ quantity: string; sourceInvoiceId: string }>(ours.us, "invoices");
    expect(rows.map(({ quantity }) => quantity).sort()).toEqual(["0.03333333333333333", "0.06666666666666667"]);
    expect(new Set(rows.map(({ sourceInvoiceId }) => sourceInvoiceId)).size).toBe(1);
    const listed = first.facilityPercentages.map(({ facilityId, percentage }) => [facilityId, percentage!.value]);
    expect(listed).toEqual([
      [ours.plant, "0.3333333333333333"],
      [ours.other, "0.6666666666666667"],
    ]);
    expect((await ours.inputs()).map((input) => input.quantity!.value!.value)).toEqual([
      "0.03333333333333333",
      "0.06666666666666667",
    ]);

    await ours.invoices().deleteInvoice({ id: first.sourceInvoiceId });
    expect(await activity.rows(ours.us, "invoices")).toEqual([]);
    expect((await activity.events(ours.us, RecordsDeletedSchema)).flatMap(({ records }) => records)).toHaveLength(2);
  });
});

it("lists those without a number: that wait, even in a job, and that failed", async () => {
  const [waiting, failed, priced, again] = [
    await ours.create(),
    await ours.create(),
    await ours.create(),
    await ours.create(),
  ];
  await ours.priced(priced.id);
  await calculate(
    activity,
    ours.us,
    [failed, again].map(({ id }) => ({ recordId: id, failed: "FACTOR_NOT_FOUND" })),
  );
  await ours.invoices().recalculateInvoices({
    invoiceIds: [again.id, priced.id],
    activityCategories: [InvoiceActivity.ELECTRICITY],
  });
  const listed = async (filters: object) =>
    (await ours.invoices().listInvoices(filters)).invoices.map(({ id }) => id).sort();
  const ids = (...some: { id: string }[]) => some.map(({ id }) => id).sort();
  expect(await listed({ co2eStatus: Co2eStatus.NOT_CALCULATED })).toEqual(ids(waiting, failed, again));
  expect(await listed({ co2eStatus: Co2eStatus.CALCULATED })).toEqual(ids(priced));
  const loading = { status: [InvoiceStatus.LOADING], co2eStatus: Co2eStatus.NOT_CALCULATED };
  expect(await listed(loading)).toEqual(ids(waiting));
});

it("lists by type and facility, with the shares of each", async () => {
  const first = await ours.create();
  await ours.create({ ...HEAT, facilityId: ours.other });
  const list = async (filters: object) => (await ours.invoices().listInvoices(filters)).invoices;
  expect((await list({ type: [InvoiceType.HEAT] })).map(({ type }) => type)).toEqual([InvoiceType.HEAT]);
  const shares = [{ facilityId: ours.plant, facilityName: "Plant" }];
  expect(await list({ facilityId: [ours.plant] })).toMatchObject([{ id: first.id, facilityPercentages: shares }]);
  const { uniqueValues } = await ours.invoices().listInvoiceValues({ field: "facility_id" });
  expect(uniqueValues!.values.map(({ value, label, count }) => [value, label, count]).sort()).toEqual(
    [
      [ours.plant, "Plant", 1],
      [ours.other, "Plant", 1],
    ].sort(),
  );
});
