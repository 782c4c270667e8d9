import { newId } from "@emissions/kit/process/id";
import { InvoiceStatus } from "@emissions/proto/activity/v1/invoice_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { type Activity, eachTest, IBERDROLA } from "../activity.fixture.ts";
import { calculate, HEAT, type Invoicing, invoicing, library } from "./invoice.fixture.ts";

let activity: Activity;
let ours: Invoicing;

eachTest(async (made) => {
  ({ activity } = made);
  ours = await invoicing(made);
});

const change = async (id: string, values: object, ...paths: string[]) =>
  (await ours.invoices().updateInvoice({ id, ...values, updateMask: { paths } })).invoice!;

describe("a change", () => {
  it("of the supplier prices the invoice with the factor of that one", async () => {
    const { id } = await ours.create();
    await change(id, { supplierId: IBERDROLA }, "supplier_id");
    expect((await ours.inputs()).at(-1)).toMatchObject({
      revision: 2,
      selector: library("electricity_supplier", "iberdrola"),
    });
  });

  it("of the facility takes the emissions with it, and prices them there", async () => {
    const { id } = await ours.create();
    await ours.priced(id);
    await change(id, { facilityId: ours.other }, "facility_id");
    await calculate(activity, ours.us, [{ recordId: id, revision: 2, co2e: "4" }]);
    expect([await ours.emitted(), await ours.emitted(ours.other)]).toEqual([
      [0, 0],
      [4, 0],
    ]);
    expect((await ours.inputs()).at(-1)!.selector!.kind.value).toMatchObject({ country: "FR" });
    const { violations } = await refusalOf(change(id, { facilityId: newId() }, "facility_id"));
    expect(violations).toEqual(["body.facility_id value_error.not_found"]);
  });

  it("to inactive leaves it out of all totals, until it is active again", async () => {
    const { id } = await ours.create();
    await ours.priced(id);
    expect(await change(id, { status: InvoiceStatus.INACTIVE }, "status")).toMatchObject({ enabled: false });
    await calculate(activity, ours.us, [{ recordId: id, revision: 2, co2e: "12.5" }]);
    expect(await ours.get(id)).toMatchObject({ status: InvoiceStatus.INACTIVE, co2e: { value: "12.5" } });
    expect(await ours.emitted()).toEqual([0, 0]);
    expect((await ours.inputs()).at(-1)).toMatchObject({ revision: 2, excludedFromTotals: true });
    await change(id, { status: InvoiceStatus.ACTIVE }, "status");
    await calculate(activity, ours.us, [{ recordId: id, revision: 3, co2e: "12.5" }]);
    expect(await ours.get(id)).toMatchObject({ status: InvoiceStatus.ACTIVE });
    expect(await ours.emitted()).toEqual([12.5, 0]);
    const { violations } = await refusalOf(change(id, { status: InvoiceStatus.ERROR }, "status"));
    expect(violations).toEqual(["body.status type_error.enum"]);
  });

  it("that came too late to know the fuels of the country is refused, and may be repeated", async () => {
    const { id } = await ours.create(HEAT);
    for (const facilityId of [ours.other, ours.plant, ours.other]) {
      const both = [
        change(id, { facilityId }, "facility_id"),
        change(id, { baseQuantity: { value: facilityId === ours.other ? "8" : "7" } }, "base_quantity"),
      ];
      await Promise.allSettled(both);
      for (const one of both) {
        const code = await one.then(
          () => "done",
          async () => (await refusalOf(one)).code,
        );
        expect(["done", "RECORD_CHANGED_MEANWHILE"]).toContain(code);
      }
      const country = (await ours.get(id)).facilityId === ours.other ? "FR" : "ES";
      const [latest] = (await ours.inputs()).sort((one, other) => other.revision - one.revision);
      expect(latest!.selector!.kind.value).toMatchObject({ country });
    }
  });

  it("shows the error code as a list until the next calculation", async () => {
    const { id, baseQuantity } = await ours.create();
    await calculate(activity, ours.us, [{ recordId: id, failed: "FACTOR_NOT_FOUND" }]);
    expect((await ours.get(id)).errorMessages).toEqual(["CALCULATION_FAILED"]);
    expect((await change(id, { baseQuantity }, "base_quantity")).errorMessages).toEqual([]);
  });
});
