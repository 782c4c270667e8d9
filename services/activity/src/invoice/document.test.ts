import { newId } from "@emissions/kit/process/id";
import { InvoiceService, InvoiceType } from "@emissions/proto/activity/v1/invoice_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, inputs, us } from "../activity.fixture.ts";
import { plant } from "../waste/waste.fixture.ts";
import { eachInvoiceTest, invoiceOf, other, type Sent, share } from "./invoice.fixture.ts";

eachInvoiceTest();

const readingId = newId();
const shared = (...facilityPercentages: ReturnType<typeof share>[]): Sent => ({
  ...invoiceOf(),
  facilityId: "",
  facilityPercentages,
});
const createAll = (sent: Sent[], headers: Record<string, string> = {}) =>
  activity.as(us, InvoiceService, headers).createDocumentInvoices({
    readingId,
    invoices: sent.map(({ facilityPercentages = [], ...values }) => ({ values, facilityPercentages })),
  });

describe("the invoices of a document", () => {
  it("are stored with their parts, and name the reading", async () => {
    const { invoices: stored } = await createAll([
      shared(share(plant, "0.5"), share(other, "0.3")),
      { ...shared(share(plant, "1")), type: InvoiceType.ELECTRICITY, baseQuantity: { value: "10" } },
    ]);
    expect(stored).toMatchObject([
      { facilityId: plant, quantity: { value: "625.25" }, percentage: { value: "0.5" }, invofoxId: readingId },
      { facilityId: other, quantity: { value: "375.15" }, percentage: { value: "0.3" }, invofoxId: readingId },
      { facilityId: plant, quantity: { value: "10" }, percentage: { value: "1" }, invofoxId: readingId },
    ]);
    expect(stored[0]!.sourceInvoiceId).toBe(stored[1]!.sourceInvoiceId);
    expect(stored[0]!.sourceInvoiceId).not.toBe(stored[2]!.sourceInvoiceId);
    expect(stored[0]!.facilityPercentages).toHaveLength(2);
    expect(await inputs()).toHaveLength(3);
  });

  it("are stored once under a key", async () => {
    const key = { "idempotency-key": newId() };
    const sent = [shared(share(plant, "1"))];
    const [first, again] = [await createAll(sent, key), await createAll(sent, key)];
    expect(again.invoices.map(({ id }) => id)).toEqual(first.invoices.map(({ id }) => id));
    expect(await activity.rows(us, "invoices")).toHaveLength(1);
  });

  it("are stored all or none, and violations name invoice and share", async () => {
    const refused = [
      shared(share(plant, "1")),
      { ...shared(share(plant, "0.5"), share(newId(), "0.5")), unitId: newId() },
    ];
    const { violations } = await refusalOf(createAll(refused));
    expect(violations.toSorted()).toEqual([
      "body.invoices.1.facility_percentages.1.facility_id value_error.not_found",
      "body.invoices.1.unit_id value_error.not_found",
    ]);
    expect(await activity.rows(us, "invoices")).toEqual([]);
  });

  it.each([
    { what: "more than 1", shares: ["0.7", "0.4"] },
    { what: "0", shares: ["0", "0"] },
  ])("are refused with shares that add up to $what", async ({ shares: [one, two] }) => {
    const { violations } = await refusalOf(createAll([shared(share(plant, one!), share(other, two!))]));
    expect(violations).toEqual(["body.invoices.0.facility_percentages value_error.facility_shares"]);
  });

  it("are refused without a reading, without an invoice, and with too many", async () => {
    const of = (sent: object) => refusalOf(activity.as(us, InvoiceService).createDocumentInvoices(sent));
    expect((await of({ invoices: [{}] })).violations).toEqual(["body.reading_id value_error.missing"]);
    expect((await of({ readingId: "1", invoices: [{}] })).violations).toEqual(["body.reading_id type_error.uuid"]);
    expect((await of({ readingId })).violations).toEqual(["body.invoices value_error.missing"]);
    const many = { readingId, invoices: Array.from({ length: 101 }, () => ({})) };
    expect((await of(many)).violations).toEqual(["body.invoices value_error.list.max_items"]);
  });
});
