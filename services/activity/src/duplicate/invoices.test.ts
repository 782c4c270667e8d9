import { newId } from "@emissions/kit/process/id";
import { InvoiceStatus, InvoiceType } from "@emissions/proto/activity/v1/invoice_service";
import { describe, expect, it } from "vitest";
import { activity, IBERDROLA, us } from "../activity.fixture.ts";
import { change, create, eachInvoiceTest, HEAT, other, R410A } from "../invoice/invoice.fixture.ts";
import { usePlant } from "../waste/waste.fixture.ts";
import { bill, billReasons } from "./duplicate.fixture.ts";

eachInvoiceTest();

const SAME_PERIOD = ["0 same_activity start_date"];
const SAME_NUMBER = ["0 document_number invoice_id"];
const CUPS = { cups: "ES0021000000000001AA" };
const NUMBER = { invoiceId: "F-2024-0501", supplierId: IBERDROLA };

describe("an invoice that is there already", () => {
  it("is named with its id, by the most certain reason", async () => {
    const { id } = await create({ ...bill(), ...NUMBER, externalId: "E-1" });
    expect(
      await billReasons({ origin: { externalId: "E-1" }, startDate: "2025-03-01", endDate: "2025-03-31" }),
    ).toEqual(["0 external_id external_id"]);
    expect(await billReasons(NUMBER)).toEqual(SAME_NUMBER);
    expect(await billReasons()).toEqual(SAME_PERIOD);
    expect((await activity.rows<{ id: string }>(us, "invoices")).map((row) => row.id)).toEqual([id]);
  });

  it.each([
    { what: "with another amount", change: { baseQuantity: { value: "999" } }, said: SAME_PERIOD },
    { what: "of another type", change: { type: InvoiceType.WATER }, said: [] },
    { what: "of the next month", change: { startDate: "2025-02-01", endDate: "2025-02-28" }, said: [] },
    { what: "of a period that begins on its last day", change: { startDate: "2025-01-31" }, said: [] },
    { what: "of a part of its period", change: { endDate: "2025-01-15" }, said: [] },
  ])("and one $what: $said", async ({ change, said }) => {
    await create(bill());
    const sent = { endDate: change.startDate === "2025-01-31" ? "2025-02-28" : "2025-01-31", ...change };
    expect(await billReasons(sent)).toEqual(said);
  });

  it("is that of the facility", async () => {
    await create(bill());
    expect(await billReasons({ facilityId: other })).toEqual([]);
  });

  it("has the same point of supply, unless one of both has none", async () => {
    await create({ ...bill(), ...CUPS });
    expect(await billReasons(CUPS)).toEqual(SAME_PERIOD);
    expect(await billReasons()).toEqual(SAME_PERIOD);
    expect(await billReasons({ cups: "ES0021000000000002BB" })).toEqual([]);
    await usePlant();
    await create(bill());
    expect(await billReasons(CUPS)).toEqual(SAME_PERIOD);
  });

  it("has the number of the same supplier, whatever the period", async () => {
    await create({ ...bill(), ...NUMBER, ...CUPS });
    const march = { startDate: "2025-03-01", endDate: "2025-03-31" };
    expect(await billReasons({ ...march, ...NUMBER })).toEqual(SAME_NUMBER);
    expect(await billReasons({ ...march, ...NUMBER, facilityId: other })).toEqual(SAME_NUMBER);
    expect(await billReasons({ ...march, ...NUMBER, cups: "ES0021000000000002BB" })).toEqual([]);
    expect(await billReasons({ ...march, ...NUMBER, type: InvoiceType.WATER })).toEqual([]);
  });

  it("without a supplier has the number of the same facility", async () => {
    await create({ ...bill(), invoiceId: "7" });
    const march = { startDate: "2025-03-01", endDate: "2025-03-31", invoiceId: "7" };
    expect(await billReasons(march)).toEqual(SAME_NUMBER);
    expect(await billReasons({ ...march, facilityId: other })).toEqual([]);
  });

  it("does not count while it is inactive", async () => {
    const { id } = await create(bill());
    await change(id, { status: InvoiceStatus.INACTIVE }, "status");
    expect(await billReasons()).toEqual([]);
  });

  it("is not one of the file itself", async () => {
    const fileId = activity.store.add(us.organizationId, "a.csv");
    await create({ ...bill(), fileId });
    expect(await billReasons({}, { exceptFileId: fileId })).toEqual([]);
    expect(await billReasons({}, { exceptFileId: newId() })).toEqual(SAME_PERIOD);
  });

  it("is of the own organization", async () => {
    await create({ ...bill(), ...NUMBER, externalId: "E-1" });
    const them = await activity.organization({ parentId: us.organizationId, accepted: true });
    expect(await billReasons({ ...NUMBER, origin: { externalId: "E-1" } }, { as: them })).toEqual([]);
  });
});

describe("a delivery that is there already", () => {
  it.each([
    { what: "a refrigerant", of: { ...HEAT, type: InvoiceType.RECHARGE, facilityFuelId: R410A }, days: "month" },
    { what: "fuel of one day", of: HEAT, days: "day" },
  ])("has the same amount: $what", async ({ of, days }) => {
    const sent = { ...of, ...(days === "day" && { endDate: "2025-01-01" }) };
    await create({ ...bill(), ...sent });
    expect(await billReasons({ ...sent, baseQuantity: { value: "1000.0" } })).toEqual(SAME_PERIOD);
    expect(await billReasons({ ...sent, baseQuantity: { value: "900" } })).toEqual([]);
  });

  it("has the same fuel", async () => {
    await create({ ...bill(), ...HEAT });
    expect(await billReasons(HEAT)).toEqual(SAME_PERIOD);
    expect(await billReasons({ ...HEAT, facilityFuelId: newId() })).toEqual([]);
  });
});
