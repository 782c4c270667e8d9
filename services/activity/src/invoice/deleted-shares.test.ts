import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import { beforeEach, describe, expect, it } from "vitest";
import { activity, us } from "../activity.fixture.ts";
import { facility, plant, totalsOf } from "../waste/waste.fixture.ts";
import { change, create, eachInvoiceTest, get, invoices, other, priced, share } from "./invoice.fixture.ts";

eachInvoiceTest();

let third: string;

beforeEach(async () => {
  third = await facility();
});

const deleteFacility = (facilityId: string) => activity.as(us, FacilityService).deleteFacility({ facilityId });
const parts = async () =>
  (await invoices().listInvoices({})).invoices.toSorted((a, b) => (a.facilityId < b.facilityId ? -1 : 1));
const deletedShares = () => activity.rows(us, "deleted_invoice_shares");

describe("an invoice of three facilities, of which one is deleted", () => {
  let before: Awaited<ReturnType<typeof parts>>;
  let shares: (typeof before)[number]["facilityPercentages"];

  beforeEach(async () => {
    const invoice = await create({
      facilityId: "",
      facilityPercentages: [
        share(plant, "0.5"),
        { ...share(other, "0.3"), companyName: "Acme France" },
        share(third, "0.2"),
      ],
    });
    await create();
    for (const { id } of await parts()) await priced(id);
    before = (await parts()).filter(({ sourceInvoiceId }) => sourceInvoiceId === invoice.sourceInvoiceId);
    shares = invoice.facilityPercentages;
    await activity.as(us, FacilityService).updateFacility({
      facilityId: other,
      name: "Lyon",
      updateMask: { paths: ["name"] },
    });
    await deleteFacility(other);
  });

  const after = async () =>
    (await parts()).filter(({ sourceInvoiceId }) => sourceInvoiceId === before[0]!.sourceInvoiceId);

  it("names the share that went, so that all shares still add up to one", async () => {
    const named = [
      shares[0],
      { ...shares[1], facilityName: "Lyon", deletedAt: expect.objectContaining({ seconds: expect.anything() }) },
      shares[2],
    ];
    for (const part of await after()) {
      expect(part.facilityPercentages).toEqual(named);
      expect((await get(part.id)).facilityPercentages).toEqual(named);
    }
    expect(shares.map(({ percentage }) => Number(percentage!.value)).reduce((a, b) => a + b)).toBe(1);
    expect(shares.map(({ deletedAt }) => deletedAt)).toEqual([undefined, undefined, undefined]);
  });

  it("keeps amount, result and totals of the other parts", async () => {
    const same = (part: (typeof before)[number]) => ({ ...part, facilityPercentages: [] });
    const left = before.filter(({ facilityId }) => facilityId !== other);
    expect((await after()).map(same)).toEqual(left.map(same));
    expect(left).toMatchObject(
      left.map(() => ({ originalQuantity: { value: "1250.50" }, calculationStatus: CalculationStatus.CALCULATED })),
    );
    expect([await totalsOf(plant), await totalsOf(third)]).toEqual([
      [25, 6],
      [12.5, 3],
    ]);
  });

  it("shows it also after a part moved to another facility, and after its recalculation", async () => {
    const { id } = (await after()).find(({ facilityId }) => facilityId === third)!;
    const moved = await change(id, { facilityId: plant }, "facility_id");
    const facilities = [plant, other, plant];
    expect(moved.facilityPercentages.map(({ facilityId }) => facilityId)).toEqual(facilities);
    const again = (await get(id)).facilityPercentages;
    expect(again.map(({ deletedAt }) => deletedAt !== undefined)).toEqual([false, true, false]);
  });

  it("forgets the share with the last part", async () => {
    await deleteFacility(third);
    expect((await after()).map(({ facilityPercentages }) => facilityPercentages.length)).toEqual([3]);
    expect(await deletedShares()).toHaveLength(2);
    await deleteFacility(plant);
    expect([await parts(), await deletedShares()]).toEqual([[], []]);
  });

  it("is deleted whole by its own id", async () => {
    expect(await invoices().deleteInvoice({ id: before[0]!.sourceInvoiceId })).toMatchObject({ count: 2 });
    expect([await after(), await deletedShares()]).toEqual([[], []]);
  });
});

describe("a part that is deleted by itself", () => {
  it.each([
    { what: "by its id", remove: (id: string) => invoices().deleteInvoice({ id }) },
    { what: "with others", remove: (id: string) => invoices().deleteInvoices({ ids: [id] }) },
  ])("$what leaves its share named in the same way", async ({ remove }) => {
    const facilityPercentages = [share(plant, "0.75"), share(other, "0.25")];
    const { id } = await create({ facilityId: "", facilityPercentages });
    const left = (await parts()).find((part) => part.id !== id)!;
    await remove(id);
    expect((await get(left.id)).facilityPercentages).toMatchObject([
      { facilityId: plant, percentage: { value: "0.75" }, facilityName: "Plant", deletedAt: expect.anything() },
      { facilityId: other, percentage: { value: "0.25" } },
    ]);
    await remove(left.id);
    expect(await deletedShares()).toEqual([]);
  });

  it("of an invoice of one facility leaves nothing", async () => {
    const { id } = await create();
    await invoices().deleteInvoice({ id });
    expect(await deletedShares()).toEqual([]);
  });
});
