import { create } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import {
  SupplierCodeType,
  SupplierCorrectedSchema,
  SupplierService,
  SupplierStatus,
} from "@emissions/proto/activity/v1/supplier_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { type Activity, EUR, eachTest } from "../activity.fixture.ts";
import { purchaseConsumers } from "../purchase/consumers.ts";
import { chair } from "../purchase/purchase.fixture.ts";
import { RECORDS_MAX } from "../records/announce.ts";

let activity: Activity;
let us: Principal;

eachTest((ours) => {
  ({ activity, us } = ours);
});

const suppliers = (principal = us) => activity.as(principal, SupplierService);
const acme = { businessName: "Acme", country: "DE" };
const coded = { ...acme, codeType: SupplierCodeType.NACE, code: "26.20" };
const add = async (values: object = acme, principal = us) =>
  (await suppliers(principal).createSupplier(values)).supplier!;

describe("CreateSupplier", () => {
  it("sets suppliers without a code in review, and suppliers with a code active", async () => {
    expect(await add(acme)).toMatchObject({ ...acme, status: SupplierStatus.IN_REVIEW });
    expect(await add(coded)).toMatchObject({ ...coded, status: SupplierStatus.ACTIVE });
  });

  it.each([
    { what: "no name", sent: { businessName: "" }, refused: "body.business_name value_error.missing" },
    { what: "no country", sent: { country: "" }, refused: "body.country value_error.missing" },
    { what: "an unknown country code", sent: { country: "UK" }, refused: "body.country value_error.country" },
    { what: "a country by name", sent: { country: "Spain" }, refused: "body.country value_error.country" },
    { what: "a code without a classification", sent: { code: "26.20" }, refused: "body.code_type value_error.missing" },
    {
      what: "a code that is a sentence",
      sent: { ...coded, code: "makes things" },
      refused: "body.code value_error.str.regex",
    },
  ])("refuses $what", async ({ sent, refused }) => {
    expect((await refusalOf(add({ ...acme, ...sent }))).violations).toEqual([refused]);
    expect(await activity.rows(us, "suppliers")).toEqual([]);
  });
});

describe("ListSuppliers", () => {
  it("lists only own suppliers, sorted by name", async () => {
    await add({ ...acme, businessName: "beta" }, await activity.organization());
    for (const businessName of ["beta", "Alpha", "100% Pure"]) await add({ ...acme, businessName });
    const names = async (filters: object) =>
      (await suppliers().listSuppliers(filters)).suppliers.map(({ businessName }) => businessName);
    expect(await names({})).toEqual(["100% Pure", "Alpha", "beta"]);
    expect(await names({ search: "ALPHA" })).toEqual(["Alpha"]);
    expect(await names({ search: "%" })).toEqual(["100% Pure"]);
    expect(await names({ country: ["FR"] })).toEqual([]);
    expect(await names({ status: [SupplierStatus.IN_REVIEW], page: 2, size: 2 })).toEqual(["beta"]);
  });
});

describe("UpdateSupplier", () => {
  it("ends the review with a code, and announces SupplierCorrected", async () => {
    const { id } = await add();
    const { supplier } = await suppliers().updateSupplier({
      id,
      updateMask: { paths: ["code_type", "code"] },
      codeType: SupplierCodeType.SIC,
      code: "26200",
    });
    expect(supplier).toMatchObject({ code: "26200", status: SupplierStatus.ACTIVE });
    expect(supplier?.updatedAt).toBeDefined();
    expect(await activity.events(us, SupplierCorrectedSchema)).toMatchObject([{ supplierId: id }]);
  });

  it("announces nothing when only the name changes", async () => {
    const { id } = await add(coded);
    await suppliers().updateSupplier({ id, updateMask: { paths: ["business_name"] }, businessName: "Acme AG" });
    expect(await activity.events(us, SupplierCorrectedSchema)).toEqual([]);
  });

  it("returns the same error for missing suppliers and those of other organizations", async () => {
    const { id } = await add(acme, await activity.organization());
    for (const call of [
      (of: string) => suppliers().getSupplier({ id: of }),
      (of: string) => suppliers().updateSupplier({ id: of, updateMask: { paths: ["country"] }, country: "FR" }),
      (of: string) => suppliers().deleteSupplier({ id: of }),
    ]) {
      expect(await refusalOf(call(id))).toMatchObject({ code: "SUPPLIER_NOT_FOUND", violations: [] });
      expect(await refusalOf(call(newId()))).toEqual(await refusalOf(call("no id at all")));
    }
  });
});

describe("DeleteSupplier", () => {
  it("is refused while purchases name the supplier", async () => {
    const { id } = await add();
    const purchases = activity.as(us, PurchaseService);
    const { purchase } = await purchases.createPurchase({ ...chair, supplierId: id });
    expect(await refusalOf(suppliers().deleteSupplier({ id }))).toMatchObject({ code: "SUPPLIER_IN_USE" });
    await purchases.deletePurchase({ id: purchase!.id });
    await suppliers().deleteSupplier({ id });
    expect(await refusalOf(suppliers().getSupplier({ id }))).toMatchObject({ code: "SUPPLIER_NOT_FOUND" });
  });

  it("and a concurrent purchase exclude each other", async () => {
    const refusals = [];
    for (let round = 0; round < 10; round++) {
      const { id } = await add();
      const both = await Promise.allSettled([
        activity.as(us, PurchaseService).createPurchase({ ...chair, supplierId: id }),
        suppliers().deleteSupplier({ id }),
      ]);
      for (const each of both)
        if (each.status === "rejected") refusals.push(await refusalOf(Promise.reject(each.reason)));
      expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    }
    expect(refusals).toHaveLength(10);
  });
});

describe("SupplierCorrected", () => {
  it("recalculates all purchases of the supplier in batches", async () => {
    const { id } = await add(coded);
    const other = await add(coded);
    const { createPurchase, listPurchases } = activity.as(us, PurchaseService);
    await createPurchase({ ...chair, supplierId: other.id });
    await activity.db.asService(us.organizationId, async ({ tx, org }) => {
      await tx`
        insert into purchases (organization_id, id, product_name, sector, quantity, unit_id, purchase_date, expense_type,
          purchase_type, status, frequency, supplier_id, calculation_status, co2e)
        select ${org}::uuid, gen_random_uuid(), 'Chair', '31.01', 1, ${EUR}::uuid, '2024-01-01', 'opex', 'spend_based',
          'active', 'once', ${id}::uuid, 'calculated', 1
        from generate_series(1, ${RECORDS_MAX + 1})`;
    });
    await suppliers().updateSupplier({ id, updateMask: { paths: ["country"] }, country: "FR" });

    const [consumer] = purchaseConsumers(activity.context);
    let handled = 0;
    for (let events = await corrections(); handled < events.length; events = await corrections()) {
      const event = create(SupplierCorrectedSchema, events[handled++]!);
      await activity.db.asService(us.organizationId, (write) => consumer!.handle(write, [event]));
    }
    const records = (await activity.events(us, RecordsStoredSchema)).flatMap((event) => event.records);
    const recalculated = records.filter(({ revision }) => revision === 2);
    expect(new Set(recalculated.map(({ recordId }) => recordId)).size).toBe(RECORDS_MAX + 1);
    expect(recalculated).toHaveLength(RECORDS_MAX + 1);
    expect(recalculated[0]?.selector?.kind).toMatchObject({ value: { country: "FR", supplierCode: "26.20" } });
    const { total } = await listPurchases({ calculationStatus: [CalculationStatus.CALCULATED] });
    expect(total).toBe(0);
    expect(await activity.rows(us, "pending_calculations")).toHaveLength(RECORDS_MAX + 2);
  });

  const corrections = () => activity.events(us, SupplierCorrectedSchema);
});
