import { catalogueId } from "@emissions/kit/id";
import type { Principal } from "@emissions/kit/principal";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { type Invoice, InvoiceService, InvoiceStatus, InvoiceType } from "@emissions/proto/activity/v1/invoice_service";
import { CalculationStatus } from "@emissions/proto/activity/v1/purchase_service";
import { EntityType, RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Activity, IBERDROLA, KG, KM, KWH, M3, startActivity } from "../activity.fixture.ts";
import { facility, group } from "../waste/waste.fixture.ts";
import { calculate, invoiceOf, type Sent } from "./invoice.fixture.ts";

let activity: Activity;
let us: Principal;
let plant: string;
let other: string;

beforeAll(async () => {
  activity = await startActivity();
});
afterAll(() => activity.drop());
beforeEach(async () => {
  us = await activity.organization();
  [plant, other] = [await facility(activity, us), await facility(activity, us, "FR")];
});

const invoices = (as = us) => activity.as(as, InvoiceService);
const create = async (change: Sent = {}): Promise<Invoice> =>
  (await invoices().createInvoice({ ...invoiceOf(plant), ...change })).invoice!;
const get = async (id: string) => (await invoices().getInvoice({ id })).invoice!;
const inputs = async () => (await activity.events(us, RecordsStoredSchema)).flatMap(({ records }) => records);
const emitted = async (facilityId = plant) => {
  const { facility: found } = await activity.as(us, FacilityService).getFacility({ facilityId });
  return [found!.co2e!.value, found!.co2eBiomass!.value].map(Number);
};
const priced = (...ids: string[]) =>
  calculate(
    activity,
    us,
    ids.map((recordId) => ({ recordId, co2e: "12.5", biogenicCo2: "3" })),
  );
const share = (facilityId: string, percentage: string) => ({
  organizationId: us.organizationId,
  facilityId,
  percentage: { value: percentage },
});
const GAS = catalogueId("facility_fuel", "fuels/natural_gas");
const R410A = catalogueId("facility_fuel", "refrigerants/r_410a");
const HEAT = { type: InvoiceType.HEAT, facilityFuelId: GAS, unitId: KG };
const library = (category: string, key: string) => ({
  kind: { case: "library", value: { category, key, country: "ES" } },
});

describe("an invoice", () => {
  it("is stored as sent, and announced with all that prices it", async () => {
    const invoice = await create({ supplierId: IBERDROLA, invoiceId: "F-1", cups: "ES0021" });
    expect(invoice).toMatchObject({
      type: InvoiceType.ELECTRICITY,
      status: InvoiceStatus.LOADING,
      calculationStatus: CalculationStatus.PENDING,
      baseQuantity: { value: "1250.50" },
      percentage: { value: "1" },
      originalQuantity: { value: "1250.50" },
      originalUnitId: KWH,
      startDate: "2025-01-01T00:00:00",
      endDate: "2025-01-31T00:00:00",
      invoiceId: "F-1",
      cups: "ES0021",
      enabled: true,
      facilityPercentages: [{ ...share(plant, "1"), facilityName: "Plant" }],
      uploadedBy: us.userId,
    });
    expect(Number(invoice.quantity!.value)).toBe(1250.5);
    expect(await get(invoice.id)).toMatchObject({ ...invoice, quantity: expect.anything() });
    const [input] = await inputs();
    expect(input).toMatchObject({
      recordId: invoice.id,
      revision: 1,
      entityType: EntityType.INVOICES,
      category: "electricity",
      referenceDate: "2025-01-31",
      startDate: "2025-01-01",
      quantity: { value: { value: "1250.5" }, unit: "kWh" },
      selector: library("electricity_supplier", "iberdrola"),
      leftOutOfTotals: false,
    });
    expect(input!.further.map(({ part, category, beside, optional }) => [part, category, beside, optional])).toEqual([
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
    await create(sent);
    const [input] = await inputs();
    expect(input).toMatchObject({ category, selector });
    const named = input!.further.map(({ part }) => part);
    expect(typeof parts === "number" ? named.length : named).toEqual(parts);
  });

  it("is priced by a custom group whatever the unit, pinned as it is, and still has what is upstream", async () => {
    const id = group(activity, { revision: 7 });
    const invoice = await create({ ...HEAT, unitId: KM, customEmissionFactorId: id });
    expect(invoice.customEmissionFactor).toMatchObject({ id, name: "Ours" });
    const [input] = await inputs();
    const value = { groupId: id, revision: 7, unitMustMatch: false };
    expect(input!.selector!.kind).toMatchObject({ case: "customGroup", value });
    expect(input!.further).toHaveLength(1);
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
    expect(first).toMatchObject({ facilityId: plant, quantity: { value: "0.03333333333333333" } });
    const rows = await activity.rows<{ quantity: string; sourceInvoiceId: string }>(us, "invoices");
    expect(rows.map(({ quantity }) => quantity).sort()).toEqual(["0.03333333333333333", "0.06666666666666667"]);
    expect(new Set(rows.map(({ sourceInvoiceId }) => sourceInvoiceId)).size).toBe(1);
    const listed = first.facilityPercentages.map(({ facilityId, percentage }) => [facilityId, percentage!.value]);
    expect(listed).toEqual([
      [plant, "0.3333333333333333"],
      [other, "0.6666666666666667"],
    ]);
    expect((await inputs()).map((input) => input.quantity!.value!.value)).toEqual([
      "0.03333333333333333",
      "0.06666666666666667",
    ]);

    await invoices().deleteInvoice({ id: first.sourceInvoiceId });
    expect(await activity.rows(us, "invoices")).toEqual([]);
    expect((await activity.events(us, RecordsDeletedSchema)).flatMap(({ records }) => records)).toHaveLength(2);
  });
});

describe("the facility", () => {
  it("is deleted with its invoices, and prices them again in another country", async () => {
    const [{ id }] = [await create(), await create({ facilityId: other })];
    await priced(id);
    const facilities = activity.as(us, FacilityService);
    await facilities.updateFacility({ facilityId: plant, country: "PT", updateMask: { paths: ["country"] } });
    await facilities.deleteFacility({ facilityId: plant });
    expect(await activity.rows<{ facilityId: string }>(us, "invoices")).toMatchObject([{ facilityId: other }]);
    expect((await activity.events(us, RecordsDeletedSchema)).flatMap(({ records }) => records)).toMatchObject([
      { recordId: id },
    ]);
  });
});

it("lists by type, status, facility and days, with the shares of each", async () => {
  const first = await create();
  await create({ ...HEAT, facilityId: other, startDate: "2025-02-01", endDate: "2025-02-28" });
  const list = async (filters: object) => {
    const { invoices: found, total } = await invoices().listInvoices(filters);
    expect(found).toHaveLength(total);
    return found.map(({ type }) => type);
  };
  expect(await list({})).toEqual([InvoiceType.HEAT, InvoiceType.ELECTRICITY]);
  expect(await list({ type: [InvoiceType.HEAT] })).toEqual([InvoiceType.HEAT]);
  expect(await list({ facilityId: [plant] })).toEqual([InvoiceType.ELECTRICITY]);
  expect(await list({ startDate: "2025-01-15" })).toEqual([InvoiceType.HEAT]);
  expect(await list({ endDate: "2025-01-31" })).toEqual([InvoiceType.ELECTRICITY]);
  expect(await list({ status: [InvoiceStatus.ACTIVE] })).toEqual([]);
  await priced(first.id);
  const { invoices: found, filterHash } = await invoices().listInvoices({ status: [InvoiceStatus.ACTIVE] });
  expect(found).toMatchObject([{ id: first.id, facilityPercentages: [{ facilityId: plant }] }]);
  const { deletion } = await invoices().deleteInvoicesByFilters({ filterHash, status: [InvoiceStatus.ACTIVE] });
  expect(deletion).toMatchObject({ successIds: [first.id] });
  expect(await emitted()).toEqual([0, 0]);
  const values = await invoices().listInvoiceValues({ field: "facility_id" });
  expect(values.uniqueValues!.values).toMatchObject([{ value: other, label: "Plant", count: 1 }]);
});

it("is nobody else's", async () => {
  const { id } = await create();
  const them = invoices(await activity.organization());
  for (const attempt of [
    () => them.getInvoice({ id }),
    () => them.updateInvoice({ id, invoiceId: "x", updateMask: { paths: ["invoice_id"] } }),
    () => them.deleteInvoice({ id }),
  ]) {
    expect(await refusalOf(attempt())).toMatchObject({ code: "INVOICE_NOT_FOUND" });
  }
});
