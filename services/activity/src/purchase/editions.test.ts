import { OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { ExpenseType } from "@emissions/proto/activity/v1/purchase_service";
import { SupplierCodeType, SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { SectorEdition } from "@emissions/proto/factors/v1/sector_service";
import { describe, expect, it } from "vitest";
import { AMBIGUOUS_CODE, activity, EUR, eachTest, inputs, us } from "../activity.fixture.ts";
import { group, record } from "../waste/waste.fixture.ts";
import { buy, calculate, change, purchases, supplier } from "./purchase.fixture.ts";

eachTest();

const { UNSPECIFIED, NACE_REV2, NACE_REV2_1 } = SectorEdition;
const coded = (sectorEdition: SectorEdition = UNSPECIFIED) =>
  supplier({ codeType: SupplierCodeType.CNAE, code: AMBIGUOUS_CODE, sectorEdition });
const decide = (sectorEdition: SectorEdition) =>
  activity
    .as(us, OrganizationService)
    .updateOrganization({ id: us.organizationId, sectorEdition, updateMask: { paths: ["sector_edition"] } });
const editions = async () =>
  (await inputs()).map(({ selector }) => {
    const { value } = selector!.kind as { value: Record<string, unknown> };
    return [value.sectorEdition, value.supplierSectorEdition, value.asksEdition];
  });

describe("the edition of a sector", () => {
  it("is that of the purchase, else of the supplier, else of the organization, else asked for", async () => {
    const [plain, stated] = [await coded(), await coded(NACE_REV2)];
    await buy({ supplierId: plain });
    await buy({ supplierId: stated });
    await buy({ supplierId: stated, sectorEdition: NACE_REV2_1 });
    await decide(NACE_REV2_1);
    const { id } = await buy({ productName: "Later", supplierId: plain });
    // Other purchases of the same seconds still have the settings of before.
    await change(id, { sector: "62.01" }, "sector");
    expect(await editions()).toEqual([
      [undefined, undefined, true],
      [NACE_REV2, NACE_REV2, true],
      [NACE_REV2_1, NACE_REV2, true],
      expect.anything(),
      [NACE_REV2_1, NACE_REV2_1, true],
    ]);
  });

  it("is shown as it was sent, and not as another one states it", async () => {
    const [own, other] = [await buy({ sectorEdition: NACE_REV2_1 }), await buy({ supplierId: await coded(NACE_REV2) })];
    expect([own.sectorEdition, other.sectorEdition]).toEqual([NACE_REV2_1, undefined]);
    expect(other.supplier).toMatchObject({ sectorEdition: NACE_REV2 });
  });

  it("also decides about the category of a purchase with a custom factor", async () => {
    const customEfRecordId = record({ unitId: EUR, activityCategories: ["purchases"] });
    const customEmissionFactorId = group({ organizationId: us.organizationId, unitIds: [EUR] });
    await buy({ customEfRecordId, sectorEdition: NACE_REV2_1 });
    await buy({ customEmissionFactorId });
    expect(await editions()).toEqual([
      [NACE_REV2_1, undefined, true],
      [undefined, undefined, true],
    ]);
  });

  it("starts a new calculation when it changes", async () => {
    const { id } = await buy();
    await calculate([{ recordId: id }]);
    const changed = await change(id, { sectorEdition: NACE_REV2_1 }, "sector_edition");
    expect([changed.sectorEdition, (await editions()).length]).toEqual([NACE_REV2_1, 2]);
  });

  it("belongs to its sector: another sector without an edition clears it", async () => {
    const { id, sector } = await buy({ sectorEdition: NACE_REV2 });
    expect((await change(id, { sector }, "sector")).sectorEdition).toBe(NACE_REV2);
    expect((await change(id, { productName: "Chair" }, "product_name")).sectorEdition).toBe(NACE_REV2);
    const both = { sector: "62.10", sectorEdition: NACE_REV2_1 };
    expect((await change(id, both, "sector", "sector_edition")).sectorEdition).toBe(NACE_REV2_1);
    expect((await change(id, { sector: AMBIGUOUS_CODE }, "sector")).sectorEdition).toBeUndefined();
    expect((await editions()).at(-1)).toEqual([undefined, undefined, true]);
  });

  it("of a supplier reaches its purchases when it is stated", async () => {
    const supplierId = await coded();
    await buy({ supplierId });
    await activity
      .as(us, SupplierService)
      .updateSupplier({ id: supplierId, sectorEdition: NACE_REV2, updateMask: { paths: ["sector_edition"] } });
    const { purchases: all } = await purchases().listPurchases({});
    expect(all).toMatchObject([{ supplier: { sectorEdition: NACE_REV2 }, expenseType: ExpenseType.OPEX }]);
  });
});
