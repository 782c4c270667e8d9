import { catalogueId, newId } from "@emissions/kit/id";
import type { Principal } from "@emissions/kit/principal";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { type Invoice, InvoiceService, InvoiceStatus, InvoiceType } from "@emissions/proto/activity/v1/invoice_service";
import { CalculationStatus } from "@emissions/proto/activity/v1/purchase_service";
import { EntityType, RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Activity, IBERDROLA, KG, KM, KWH, M3, startActivity } from "../activity.fixture.ts";
import { facility, group, record } from "../waste/waste.fixture.ts";
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
const change = async (id: string, values: object, ...paths: string[]) =>
  (await invoices().updateInvoice({ id, ...values, updateMask: { paths } })).invoice!;
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

  it("takes a custom record in its unit alone, of its category alone", async () => {
    const right = record(activity, { unitId: KWH, activityCategories: ["electricity"] });
    await create({ customEfRecordId: right });
    expect((await inputs())[0]!.selector!.kind).toMatchObject({ case: "customRecord", value: { recordId: right } });
    const wrongUnit = record(activity, { unitId: KG, activityCategories: ["electricity"] });
    const wrongCategory = record(activity, { unitId: KWH });
    expect(await types({ customEfRecordId: wrongUnit })).toEqual(["body.unit_id value_error.unit_not_allowed"]);
    expect(await types({ customEfRecordId: wrongCategory })).toEqual([
      "body.custom_ef_record_id value_error.record_category",
    ]);
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

  async function types(sent: Sent): Promise<string[]> {
    return (await refusalOf(create(sent))).violations;
  }

  it.each<[what: string, sent: () => Sent, ...types: string[]]>([
    ["no type", () => ({ type: InvoiceType.UNSPECIFIED }), "body.type value_error.missing"],
    ["an end before the start", () => ({ endDate: "2024-12-31" }), "body.end_date end_date_before_start_date"],
    ["a day long ago", () => ({ startDate: "1969-12-31" }), "body.start_date activity_date_out_of_range"],
    ["a negative amount", () => ({ baseQuantity: { value: "-1" } }), "body.base_quantity value_error.number.not_ge"],
    ["heat of nothing", () => ({ type: InvoiceType.HEAT, unitId: KG }), "body.facility_fuel_id value_error.missing"],
    ["an unknown fuel", () => ({ ...HEAT, facilityFuelId: newId() }), "body.facility_fuel_id value_error.not_found"],
    [
      "a refrigerant that is burned",
      () => ({ ...HEAT, facilityFuelId: R410A }),
      "body.facility_fuel_id value_error.fuel_purpose",
    ],
    ["gas by the kilometre", () => ({ ...HEAT, unitId: KM }), "body.unit_id value_error.unit_not_allowed"],
    ["electricity by mass", () => ({ unitId: KG }), "body.unit_id value_error.unit_not_allowed"],
    ["an unknown unit", () => ({ unitId: newId() }), "body.unit_id value_error.not_found"],
    ["an unknown supplier", () => ({ supplierId: newId() }), "body.supplier_id value_error.not_found"],
    [
      "two factors",
      () => ({ customEfRecordId: newId(), customEmissionFactorId: newId() }),
      "body.custom_ef_record_id value_error.factor_source",
    ],
    ["an unknown facility", () => ({ facilityId: newId() }), "body.facility_id value_error.not_found"],
    ["no facility", () => ({ facilityId: "" }), "body.facility_percentages value_error.missing"],
    [
      "both forms",
      () => ({ facilityPercentages: [share(plant, "1")] }),
      "body.facility_percentages value_error.facility_shares",
    ],
    [
      "less than all",
      () => shared(share(plant, "0.5"), share(other, "0.4999999999")),
      "body.facility_percentages value_error.facility_shares",
    ],
    [
      "a facility twice",
      () => shared(share(plant, "0.5"), share(plant, "0.5")),
      "body.facility_percentages value_error.list.unique_items",
    ],
    [
      "a share above all",
      () => shared(share(plant, "1.5")),
      "body.facility_percentages.0.percentage value_error.number.not_le",
    ],
    [
      "another organization's",
      () => shared({ ...share(plant, "1"), organizationId: newId() }),
      "body.facility_percentages.0.organization_id value_error.not_found",
    ],
  ])("is refused with %s", async (_, sent, ...expected) => {
    expect(await types(sent())).toEqual(expected);
    expect(await activity.rows(us, "invoices")).toEqual([]);
  });

  const shared = (...facilityPercentages: Sent["facilityPercentages"] & object) => ({
    facilityId: "",
    facilityPercentages,
  });
});

describe("a change", () => {
  it("of what decides about the emissions is calculated again; of anything else not", async () => {
    const { id } = await create();
    await priced(id);
    expect(await get(id)).toMatchObject({ status: InvoiceStatus.ACTIVE, co2e: { value: "12.5" } });
    expect(await emitted()).toEqual([12.5, 3]);
    expect(await change(id, { invoiceId: "F-2" }, "invoice_id")).toMatchObject({
      co2e: { value: "12.5" },
      invoiceId: "F-2",
    });
    const anew = await change(
      id,
      { baseQuantity: { value: "7" }, supplierId: IBERDROLA },
      "base_quantity",
      "supplier_id",
    );
    expect(anew).toMatchObject({
      status: InvoiceStatus.LOADING,
      quantity: { value: "7" },
      baseQuantity: { value: "7" },
    });
    expect(anew.co2e).toBeUndefined();
    expect(await emitted()).toEqual([0, 0]);
    expect((await inputs()).at(-1)).toMatchObject({
      revision: 2,
      selector: library("electricity_supplier", "iberdrola"),
    });
  });

  it("of the facility takes the emissions with it, and prices them there", async () => {
    const { id } = await create();
    await priced(id);
    await change(id, { facilityId: other }, "facility_id");
    await calculate(activity, us, [{ recordId: id, revision: 2, co2e: "4" }]);
    expect([await emitted(), await emitted(other)]).toEqual([
      [0, 0],
      [4, 0],
    ]);
    expect((await inputs()).at(-1)!.selector!.kind.value).toMatchObject({ country: "FR" });
    const { violations } = await refusalOf(change(id, { facilityId: newId() }, "facility_id"));
    expect(violations).toEqual(["body.facility_id value_error.not_found"]);
  });

  it("to inactive leaves it out of all totals, until it is active again", async () => {
    const { id } = await create();
    await priced(id);
    expect(await change(id, { status: InvoiceStatus.INACTIVE }, "status")).toMatchObject({ enabled: false });
    await calculate(activity, us, [{ recordId: id, revision: 2, co2e: "12.5" }]);
    expect(await get(id)).toMatchObject({ status: InvoiceStatus.INACTIVE, co2e: { value: "12.5" } });
    expect(await emitted()).toEqual([0, 0]);
    expect((await inputs()).at(-1)).toMatchObject({ revision: 2, leftOutOfTotals: true });
    await change(id, { status: InvoiceStatus.ACTIVE }, "status");
    await calculate(activity, us, [{ recordId: id, revision: 3, co2e: "12.5" }]);
    expect(await get(id)).toMatchObject({ status: InvoiceStatus.ACTIVE });
    expect(await emitted()).toEqual([12.5, 0]);
    const { violations } = await refusalOf(change(id, { status: InvoiceStatus.ERROR }, "status"));
    expect(violations).toEqual(["body.status type_error.enum"]);
  });

  it("of a result that failed shows in status and code", async () => {
    const { id } = await create();
    await calculate(activity, us, [{ recordId: id, failed: "FACTOR_NOT_FOUND" }]);
    expect(await get(id)).toMatchObject({
      status: InvoiceStatus.ERROR,
      calculationStatus: CalculationStatus.FAILED,
      calculationErrorCode: "CALCULATION_FAILED",
      calculationErrorDetail: "Nothing fits.",
      errorMessages: ["CALCULATION_FAILED"],
    });
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
