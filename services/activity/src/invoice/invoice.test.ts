import { InvoiceActivity, InvoiceStatus, InvoiceType } from "@emissions/proto/activity/v1/invoice_service";
import { Co2eStatus } from "@emissions/proto/activity/v1/list";
import { CalorificBasis } from "@emissions/proto/factors/v1/selection_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, deletions, IBERDROLA, inputs, KG, KM, KWH, M3, us } from "../activity.fixture.ts";
import { group, plant } from "../waste/waste.fixture.ts";
import {
  calculate,
  change,
  create,
  eachInvoiceTest,
  get,
  HEAT,
  invoices,
  library,
  other,
  priced,
  R410A,
  type Sent,
  share,
} from "./invoice.fixture.ts";

eachInvoiceTest();

const OF_ELECTRICITY = [
  "electricity_location_based",
  "electricity_generation",
  "electricity_transmission_and_distribution",
  "electricity_losses_generation",
];

describe("an invoice", () => {
  it("shows its share, and is announced with all that prices it", async () => {
    const invoice = await create({ supplierId: IBERDROLA });
    expect(invoice).toMatchObject({
      percentage: { value: "1" },
      originalQuantity: { value: "1250.50" },
      originalUnitId: KWH,
      enabled: true,
      facilityPercentages: [{ ...share(plant, "1"), facilityName: "Plant" }],
    });
    expect(Number(invoice.quantity!.value)).toBe(1250.5);
    const [input] = await inputs();
    expect(input).toMatchObject({
      category: "electricity",
      referenceDate: "2025-01-31",
      startDate: "2025-01-01",
      quantity: { value: { value: "1250.5" }, unit: "kWh" },
      selector: library("electricity_supplier", "iberdrola"),
    });
    const [memo, ...upstream] = OF_ELECTRICITY.map((part) => ({ part, optional: true }));
    expect(input!.additionalParts).toMatchObject([
      { ...memo, category: "electricity", memo: true },
      ...upstream.map((part) => ({ ...part, category: "energy_production", memo: false })),
    ]);
  });

  const BOUGHT_HEAT = { ...HEAT, facilityFuelId: catalogueId("facility_fuel", "heat/district_heat") };
  const OF_HEAT = ["generation", "transmission_and_distribution", "losses_generation"].map(
    (one) => `stationary_${one}`,
  );
  const gas = (type: InvoiceType) => ({ type, facilityFuelId: R410A, unitId: KG });

  it.each<[what: string, sent: Sent, category: string, selector: object, ...parts: string[]]>([
    ["heat", HEAT, "combustion", library("fuels", "natural_gas"), "stationary_generation"],
    ["bought heat", BOUGHT_HEAT, "heat", library("heat", "district_heat"), ...OF_HEAT],
    ["electricity of nobody", {}, "electricity", library("electricity_residual_mix", "grid"), ...OF_ELECTRICITY],
    ["water", { type: InvoiceType.WATER, unitId: M3 }, "water", library("water_supply", "water")],
    ["recharge", gas(InvoiceType.RECHARGE), "recharges", library("refrigerants", "r_410a")],
    ["process", gas(InvoiceType.PROCESS), "process", library("refrigerants", "r_410a")],
  ])("for %s is of the right category, with its parts", async (_, sent, category, selector, ...parts) => {
    await create(sent);
    const [input] = await inputs();
    expect(input).toMatchObject({ category, selector });
    expect(input!.additionalParts.map(({ part }) => part)).toEqual(parts);
  });

  // The simplified material balance: used for new equipment less its charge; charge of old equipment less what was recovered.
  it("for refrigerants counts what has leaked, and changes with what did not", async () => {
    const half = { ...share(plant, "0.5") };
    const sent = {
      ...gas(InvoiceType.RECHARGE),
      facilityId: "",
      facilityPercentages: [half, { ...half, facilityId: other }],
    };
    const { id } = await create({ ...sent, baseQuantity: { value: "12.50" }, retainedQuantity: { value: "11" } });
    await change(id, { retainedQuantity: { value: "12.5" } }, "retained_quantity");
    const quantities = (await inputs()).map(({ quantity, allocation }) => [quantity!.value!.value, allocation]);
    const leaked = ["0.75", "(12.5 - 11) * 0.5"];
    expect(quantities).toEqual([leaked, leaked, ["0", "(12.5 - 12.5) * 0.5"]]);
    expect(Number((await get(id)).quantity!.value)).toBe(0);
  });

  it("is priced by a custom group whatever the unit, pinned as it is, and still has what is upstream", async () => {
    const id = group({ revision: 7 });
    const invoice = await create({ ...HEAT, unitId: KM, customEmissionFactorId: id });
    expect(invoice.customEmissionFactor).toMatchObject({ id, name: "Ours" });
    const [input] = await inputs();
    const value = { groupId: id, revision: 7, unitMustMatch: false };
    expect(input!.selector!.kind).toMatchObject({ case: "customGroup", value });
    expect(input!.additionalParts).toHaveLength(1);
  });

  it("says the calorific value of an energy of fuel, and is calculated again when it changes", async () => {
    const gas = { ...HEAT, unitId: KWH };
    const { id } = await create({ ...gas, calorificBasis: CalorificBasis.NET });
    const basisOf = (record: Awaited<ReturnType<typeof inputs>>[number]) =>
      [record.selector, record.additionalParts[0]!.selector].map((selector) => selector!.kind.value);
    const [net] = await inputs();
    for (const value of basisOf(net!)) expect(value).toMatchObject({ calorificBasis: CalorificBasis.NET });
    expect((await get(id)).calorificBasis).toBe(CalorificBasis.NET);
    await change(id, {}, "calorific_basis");
    const unsaid = (await inputs()).at(-1)!;
    expect(unsaid.revision).toBe(2);
    for (const value of basisOf(unsaid)) expect(value).toMatchObject({ calorificBasis: CalorificBasis.UNSPECIFIED });
  });

  it.each<[what: string, sent: Sent]>([
    ["a mass", HEAT],
    ["bought heat", { ...BOUGHT_HEAT, unitId: KG }],
    ["electricity", {}],
  ])("has no calorific value for %s", async (_, sent) => {
    const refused = create({ ...sent, calorificBasis: CalorificBasis.GROSS });
    expect((await refusalOf(refused)).violations).toEqual(["body.calorific_basis value_error.calorific_basis"]);
  });

  it("keeps the company of each share, and only where one was sent", async () => {
    const facilities = [{ ...share(plant, "0.25"), companyName: 'Acme "Iberia", S.L.' }, share(other, "0.75")];
    const { id, facilityPercentages } = await create({ facilityId: "", facilityPercentages: facilities });
    const names = facilityPercentages.map(({ companyName }) => companyName);
    expect(names).toEqual(['Acme "Iberia", S.L.', undefined]);
    expect((await get(id)).facilityPercentages).toEqual(facilityPercentages);
  });

  it("is shared exactly", async () => {
    const facilities = [share(plant, "0.3333333333333333"), share(other, "0.6666666666666667")];
    const first = await create({ facilityId: "", facilityPercentages: facilities, baseQuantity: { value: "0.1" } });
    const quantities = ["0.03333333333333333", "0.06666666666666667"];
    expect(first).toMatchObject({ facilityId: plant, quantity: { value: quantities[0] } });
    const rows = await activity.rows<{ quantity: string; sourceInvoiceId: string }>(us, "invoices");
    expect(rows.map(({ quantity }) => quantity).sort()).toEqual(quantities);
    expect(new Set(rows.map(({ sourceInvoiceId }) => sourceInvoiceId)).size).toBe(1);
    expect(first.facilityPercentages).toMatchObject(facilities);
    const announced = await inputs();
    expect(announced.map((input) => input.quantity!.value!.value)).toEqual(quantities);
    const shares = ["0.1 * 0.3333333333333333", "0.1 * 0.6666666666666667"];
    expect(announced.map((input) => input.allocation)).toEqual(shares);
    expect(announced.map(({ additionalParts }) => additionalParts.at(0)?.allocation)).toEqual(shares);
    await invoices().deleteInvoice({ id: first.sourceInvoiceId });
    expect(await activity.rows(us, "invoices")).toEqual([]);
    expect(await deletions()).toHaveLength(2);
  });
});

it("lists those without a number: that wait, even in a job, and that failed", async () => {
  const [waiting, failed, active, again] = [await create(), await create(), await create(), await create()];
  await priced(active.id);
  await calculate([failed, again].map(({ id }) => ({ recordId: id, failed: "FACTOR_NOT_FOUND" })));
  const activityCategories = [InvoiceActivity.ELECTRICITY];
  await invoices().recalculateInvoices({ invoiceIds: [again.id, active.id], activityCategories });
  const listed = async (filters: object) =>
    (await invoices().listInvoices(filters)).invoices.map(({ id }) => id).sort();
  const ids = (...some: { id: string }[]) => some.map(({ id }) => id).sort();
  expect(await listed({ co2eStatus: Co2eStatus.NOT_CALCULATED })).toEqual(ids(waiting, failed, again));
  expect(await listed({ co2eStatus: Co2eStatus.CALCULATED })).toEqual(ids(active));
  const loading = { status: [InvoiceStatus.LOADING], co2eStatus: Co2eStatus.NOT_CALCULATED };
  expect(await listed(loading)).toEqual(ids(waiting));
});

it("lists by type and facility, with the shares of each", async () => {
  const first = await create();
  await create({ ...HEAT, facilityId: other });
  const list = async (filters: object) => (await invoices().listInvoices(filters)).invoices;
  expect((await list({ type: [InvoiceType.HEAT] })).map(({ type }) => type)).toEqual([InvoiceType.HEAT]);
  const shares = [{ facilityId: plant, facilityName: "Plant" }];
  expect(await list({ facilityId: [plant] })).toMatchObject([{ id: first.id, facilityPercentages: shares }]);
  const { uniqueValues } = await invoices().listInvoiceValues({ field: "facility_id" });
  expect(uniqueValues!.values.map(({ value }) => value).sort()).toEqual([plant, other].sort());
  for (const value of uniqueValues!.values) expect(value).toMatchObject({ label: "Plant", count: 1 });
});
