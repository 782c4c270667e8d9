import { newId } from "@emissions/kit/process/id";
import { InvoiceStatus } from "@emissions/proto/activity/v1/invoice_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { IBERDROLA, inputs } from "../activity.fixture.ts";
import { plant, totalsOf } from "../waste/waste.fixture.ts";
import { calculate, change, create, eachInvoiceTest, get, HEAT, library, other, priced } from "./invoice.fixture.ts";

eachInvoiceTest();

describe("a change", () => {
  it("of the supplier prices the invoice with the factor of that one", async () => {
    const { id } = await create();
    await change(id, { supplierId: IBERDROLA }, "supplier_id");
    const selector = library("electricity_supplier", "iberdrola");
    expect((await inputs()).at(-1)).toMatchObject({ revision: 2, selector });
  });

  it("of the facility takes the emissions with it, and prices them there", async () => {
    const { id } = await create();
    await priced(id);
    await change(id, { facilityId: other }, "facility_id");
    await calculate([{ recordId: id, revision: 2, co2e: "4" }]);
    expect([await totalsOf(plant), await totalsOf(other)]).toEqual([
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
    await calculate([{ recordId: id, revision: 2, co2e: "12.5" }]);
    expect(await get(id)).toMatchObject({ status: InvoiceStatus.INACTIVE, co2e: { value: "12.5" } });
    expect(await totalsOf(plant)).toEqual([0, 0]);
    expect((await inputs()).at(-1)).toMatchObject({ revision: 2, excludedFromTotals: true });
    await change(id, { status: InvoiceStatus.ACTIVE }, "status");
    await calculate([{ recordId: id, revision: 3, co2e: "12.5" }]);
    expect(await get(id)).toMatchObject({ status: InvoiceStatus.ACTIVE });
    expect(await totalsOf(plant)).toEqual([12.5, 0]);
    const { violations } = await refusalOf(change(id, { status: InvoiceStatus.ERROR }, "status"));
    expect(violations).toEqual(["body.status type_error.enum"]);
  });

  it("that came too late to know the fuels of the country is refused, and may be repeated", async () => {
    const { id } = await create(HEAT);
    for (const facilityId of [other, plant, other]) {
      const both = [
        change(id, { facilityId }, "facility_id"),
        change(id, { baseQuantity: { value: facilityId === other ? "8" : "7" } }, "base_quantity"),
      ];
      await Promise.allSettled(both);
      for (const one of both) {
        const refused = await one.then(
          () => null,
          () => refusalOf(one),
        );
        if (refused) expect(refused.code).toBe("RECORD_CHANGED_MEANWHILE");
      }
      const country = (await get(id)).facilityId === other ? "FR" : "ES";
      const [latest] = (await inputs()).sort((one, other) => other.revision - one.revision);
      expect(latest!.selector!.kind.value).toMatchObject({ country });
    }
  });

  it("shows the error code as a list until the next calculation", async () => {
    const { id, baseQuantity } = await create();
    await calculate([{ recordId: id, failed: "FACTOR_NOT_FOUND" }]);
    expect((await get(id)).errorMessages).toEqual(["CALCULATION_FAILED"]);
    expect((await change(id, { baseQuantity }, "base_quantity")).errorMessages).toEqual([]);
  });
});
