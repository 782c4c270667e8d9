import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import {
  SupplierCodeType,
  SupplierCorrectedSchema,
  SupplierService,
  SupplierStatus,
} from "@emissions/proto/activity/v1/supplier_service";
import { SectorEdition } from "@emissions/proto/factors/v1/sector_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { AMBIGUOUS_CODE, activity, eachTest, inputs, UNKNOWN_CODE, us } from "../activity.fixture.ts";
import { purchaseConsumers } from "../purchase/consumers.ts";
import { chair } from "../purchase/purchase.fixture.ts";
import { RECORDS_MAX } from "../records/announce.ts";
import { handleAll } from "../records/records.fixture.ts";

eachTest();

const suppliers = (principal: Principal = us) => activity.as(principal, SupplierService);
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
    ["no name", { businessName: "" }, "business_name value_error.missing"],
    ["no country", { country: "" }, "country value_error.missing"],
    ["a code that begins with a blank", { ...coded, code: " 26" }, "code value_error.str.regex"],
    ["an unknown country code", { country: "UK" }, "country value_error.country"],
    ["a country by name", { country: "Spain" }, "country value_error.country"],
    ["a code without a classification", { code: "26.20" }, "code_type value_error.missing"],
    ["a code that is a sentence", { ...coded, code: "it makes things!" }, "code value_error.str.regex"],
  ])("refuses %s", async (_, sent, violation) => {
    expect((await refusalOf(add({ ...acme, ...sent }))).violations).toEqual([`body.${violation}`]);
    expect(await activity.rows(us, "suppliers")).toEqual([]);
  });
});

describe("a supplier's code that does not exist", () => {
  const wrong = { ...coded, code: `${UNKNOWN_CODE}.99` };
  const patch = (id: string, values: object) =>
    suppliers().updateSupplier({ id, updateMask: { paths: pathsOf(values) }, ...values });
  const pathsOf = (values: object) =>
    Object.keys(values).map((key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

  it("puts it in review", async () => {
    const { id, status } = await add(wrong);
    expect(status).toBe(SupplierStatus.IN_REVIEW);
    const other = await add(coded);
    const { supplier } = await patch(other.id, { code: wrong.code });
    expect(supplier).toMatchObject({ code: wrong.code, status: SupplierStatus.IN_REVIEW });
    expect((await suppliers().listSuppliers({ status: [SupplierStatus.IN_REVIEW] })).suppliers).toHaveLength(2);
    expect(id).not.toBe(other.id);
  });

  it("makes it active when it is corrected, and announces SupplierCorrected", async () => {
    const { id } = await add(wrong);
    const { supplier } = await patch(id, { code: "2620" });
    expect(supplier?.status).toBe(SupplierStatus.ACTIVE);
    expect(await activity.events(us, SupplierCorrectedSchema)).toMatchObject([{ supplierId: id }]);
  });

  it("is read again when only its classification changes", async () => {
    const { id } = await add(coded);
    const { supplier } = await patch(id, { codeType: SupplierCodeType.NAICS, code: "334111" });
    expect(supplier).toMatchObject({ codeType: SupplierCodeType.NAICS, status: SupplierStatus.ACTIVE });
  });

  it.each([{}, wrong])("cannot be set active, with %j", async (values) => {
    const { id } = await add({ ...acme, ...values });
    expect((await refusalOf(patch(id, { status: SupplierStatus.ACTIVE }))).violations).toEqual([
      "body.status value_error.supplier_status",
    ]);
  });

  it("can be set active when it exists, and in review by the caller", async () => {
    const { id } = await add(coded);
    const inReview = await patch(id, { status: SupplierStatus.IN_REVIEW });
    expect(inReview.supplier?.status).toBe(SupplierStatus.IN_REVIEW);
    expect((await patch(id, { businessName: "Acme AG" })).supplier?.status).toBe(SupplierStatus.IN_REVIEW);
    expect((await patch(id, { status: SupplierStatus.ACTIVE })).supplier?.status).toBe(SupplierStatus.ACTIVE);
  });

  it("is asked for only when the status depends on it", async () => {
    const { id } = await add(coded);
    activity.away.factors = true;
    await expect(patch(id, { code: "26.10" })).rejects.toThrow("nobody there");
    expect((await patch(id, { businessName: "Acme AG" })).supplier?.status).toBe(SupplierStatus.ACTIVE);
  });
});

describe("a supplier's code with another meaning in each edition", () => {
  const { IN_REVIEW, ACTIVE } = SupplierStatus;
  const { UNSPECIFIED, NACE_REV2, NACE_REV2_1 } = SectorEdition;
  const ambiguous = { ...coded, code: AMBIGUOUS_CODE };
  const patch = async (id: string, values: object, ...paths: string[]) =>
    (await suppliers().updateSupplier({ id, updateMask: { paths }, ...values })).supplier!;

  it("puts it in review, until the supplier states the edition", async () => {
    const { id, status } = await add(ambiguous);
    expect(status).toBe(IN_REVIEW);
    const stated = await patch(id, { sectorEdition: NACE_REV2_1 }, "sector_edition");
    expect(stated).toMatchObject({ sectorEdition: NACE_REV2_1, status: ACTIVE });
    expect(await activity.events(us, SupplierCorrectedSchema)).toMatchObject([{ supplierId: id }]);
    expect(await add({ ...ambiguous, sectorEdition: NACE_REV2 })).toMatchObject({ status: ACTIVE });
  });

  it("is read by the edition that the organization states", async () => {
    const own = await activity.organization();
    await activity.as(own, OrganizationService).updateOrganization({
      id: own.organizationId,
      sectorEdition: NACE_REV2_1,
      updateMask: { paths: ["sector_edition"] },
    });
    expect(await add(ambiguous, own)).toMatchObject({ status: ACTIVE, sectorEdition: UNSPECIFIED });
  });

  it("loses the edition with its code, unless the change states one", async () => {
    const { id } = await add({ ...ambiguous, sectorEdition: NACE_REV2 });
    expect(await patch(id, { code: AMBIGUOUS_CODE }, "code")).toMatchObject({ sectorEdition: NACE_REV2 });
    const both = await patch(id, { code: "62.10", sectorEdition: NACE_REV2_1 }, "code", "sector_edition");
    expect(both).toMatchObject({ sectorEdition: NACE_REV2_1 });
    const other = await patch(id, { code: AMBIGUOUS_CODE }, "code");
    expect(other).toMatchObject({ sectorEdition: UNSPECIFIED, status: IN_REVIEW });
  });

  it.each([SupplierCodeType.SIC, SupplierCodeType.NAICS, SupplierCodeType.UNSPECIFIED])(
    "has no edition in other classifications: %s",
    async (codeType) => {
      const code = codeType === SupplierCodeType.UNSPECIFIED ? undefined : "26200";
      const values = { ...acme, codeType, sectorEdition: NACE_REV2, ...(code && { code }) };
      expect((await refusalOf(add(values))).violations).toEqual(["body.sector_edition value_error.sector_edition"]);
      expect(await activity.rows(us, "suppliers")).toEqual([]);
    },
  );
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
    const changes = { codeType: SupplierCodeType.SIC, code: "26200" };
    const { supplier } = await suppliers().updateSupplier({
      id,
      updateMask: { paths: ["code_type", "code"] },
      ...changes,
    });
    expect(supplier).toMatchObject({ ...changes, status: SupplierStatus.ACTIVE, updatedAt: expect.anything() });
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
    for (let round = 0; round < 10; round++) {
      const { id } = await add();
      const both = [
        activity.as(us, PurchaseService).createPurchase({ ...chair, supplierId: id }),
        suppliers().deleteSupplier({ id }),
      ];
      const outcomes = await Promise.allSettled(both);
      const refused = outcomes.findIndex(({ status }) => status === "rejected");
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      await refusalOf(both[refused]!);
    }
  });
});

describe("SupplierCorrected", () => {
  it("recalculates all purchases of the supplier in batches", async () => {
    const { id } = await add(coded);
    const other = await add(coded);
    const { createPurchase, createPurchases } = activity.as(us, PurchaseService);
    await createPurchase({ ...chair, supplierId: other.id });
    const many = Array.from({ length: RECORDS_MAX + 1 }, () => ({ ...chair, supplierId: id }));
    await createPurchases({ records: many });
    await suppliers().updateSupplier({ id, updateMask: { paths: ["country"] }, country: "FR" });
    await handleAll(SupplierCorrectedSchema, purchaseConsumers(activity.context));
    const again = (await inputs()).filter(({ revision }) => revision === 2);
    expect(new Set(again.map(({ recordId }) => recordId)).size).toBe(RECORDS_MAX + 1);
    expect(again).toHaveLength(RECORDS_MAX + 1);
    expect(again[0]!.selector!.kind).toMatchObject({ value: { country: "FR", supplierCode: "26.20" } });
    expect(await activity.rows(us, "pending_calculations")).toHaveLength(RECORDS_MAX + 2);
  });
});
