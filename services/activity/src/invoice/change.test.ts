import { newId } from "@emissions/kit/id";
import type { Principal } from "@emissions/kit/principal";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { type Invoice, InvoiceService, InvoiceStatus } from "@emissions/proto/activity/v1/invoice_service";
import { CalculationStatus } from "@emissions/proto/activity/v1/purchase_service";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Activity, IBERDROLA, startActivity } from "../activity.fixture.ts";
import { facility } from "../waste/waste.fixture.ts";
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
const library = (category: string, key: string) => ({
  kind: { case: "library", value: { category, key, country: "ES" } },
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
