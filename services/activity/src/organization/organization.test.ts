import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { AccessChangedSchema } from "@emissions/proto/activity/v1/access_service";
import { HotelStayService } from "@emissions/proto/activity/v1/hotel_stay_service";
import { GwpSet, OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { SectorEdition } from "@emissions/proto/factors/v1/sector_service";
import { RadiativeForcing } from "@emissions/proto/factors/v1/travel";
import { refusalOf } from "@emissions/testkit/in-memory";
import { adminOf } from "@emissions/testkit/principals";
import { describe, expect, it } from "vitest";
import { activity, allTests, us } from "../activity.fixture.ts";

allTests();

const tree = async (principal: Principal) =>
  (await activity.as(principal, OrganizationService).getOrganizationTree({})).tree;

describe("GetOrganizationTree", () => {
  it("returns the accepted tree from its root to every member of the group", async () => {
    const root = await activity.organization({ name: "Holding" });
    const below = (name: string, parent: Principal, accepted = true) =>
      activity.organization({ name, parentId: parent.organizationId, accepted });
    const south = await below("South", root);
    const north = await below("North", root);
    const depot = await below("Depot", north);
    const stranger = await below("Stranger", root, false);
    const strangersChild = await below("Stranger's child", stranger);

    const leaf = (name: string) => ({ name, children: [] });
    const whole = { name: "Holding", children: [{ name: "North", children: [leaf("Depot")] }, leaf("South")] };
    for (const member of [root, south, north, depot]) expect(await tree(member)).toMatchObject(whole);
    for (const other of [stranger, strangersChild]) {
      expect(await tree(other)).toMatchObject({ name: "Stranger", children: [leaf("Stranger's child")] });
    }
  });

  it("returns a single node for an organization without a group", async () => {
    const alone = await activity.organization({ name: "Alone" });
    expect(await tree(alone)).toMatchObject({ id: alone.organizationId, name: "Alone", children: [] });
  });

  it("refuses an organization that does not exist", async () => {
    expect(await refusalOf(tree(adminOf(newId())))).toMatchObject({ code: "ORGANIZATION_NOT_FOUND" });
  });
});

describe("the settings of an organization", () => {
  const settings = (as: Principal) => activity.as(as, OrganizationService);
  const update = (as: Principal, gwpSet: GwpSet, { id = as.organizationId, paths = ["gwp_set"] } = {}) =>
    settings(as).updateOrganization({ id, gwpSet, updateMask: { paths } });

  it("have fiscal years from January until an admin chooses another month", async () => {
    const own = await activity.organization({ name: "Fiscal" });
    const change = (fiscalYearStartMonth: number) =>
      settings(own).updateOrganization({
        id: own.organizationId,
        fiscalYearStartMonth,
        updateMask: { paths: ["fiscal_year_start_month"] },
      });
    expect((await settings(own).getOrganization({})).organization!.fiscalYearStartMonth).toBe(1);
    expect((await change(4)).organization!.fiscalYearStartMonth).toBe(4);
    for (const month of [0, 13, -1])
      expect(await refusalOf(change(month))).toMatchObject({
        violations: ["body.fiscal_year_start_month value_error.number.not_le"],
      });
    const { organization } = await settings(own).getOrganization({ id: own.organizationId });
    expect(organization).toMatchObject({ fiscalYearStartMonth: 4, gwpSet: GwpSet.AR5 });
  });

  it("have warming potentials of AR5 until an admin chooses others", async () => {
    const own = await activity.organization({ name: "Weighed" });
    const id = own.organizationId;
    const { organization } = await settings(own).getOrganization({ id: id.toUpperCase() });
    expect(organization).toMatchObject({ id, name: "Weighed", country: "ES", gwpSet: GwpSet.AR5 });
    expect(organization!.updatedAt).toBeUndefined();
    expect((await update(own, GwpSet.AR4)).organization).toMatchObject({ id, gwpSet: GwpSet.AR4 });
    const changed = (await settings(own).getOrganization({ id })).organization!;
    expect([changed.gwpSet, changed.updatedAt]).toEqual([GwpSet.AR4, expect.anything()]);
  });

  it("take flights as their publishers recommend until an admin decides, and again when it is cleared", async () => {
    const own = await activity.organization();
    const { organizationId: id } = own;
    const { UNSPECIFIED, WITHOUT } = RadiativeForcing;
    const decide = (radiativeForcing: RadiativeForcing) =>
      settings(own).updateOrganization({ id, radiativeForcing, updateMask: { paths: ["radiative_forcing"] } });
    const current = async () => (await settings(own).getOrganization({ id })).organization;
    expect(await current()).toMatchObject({ radiativeForcing: UNSPECIFIED });
    await decide(WITHOUT);
    await update(own, GwpSet.AR4);
    expect(await current()).toMatchObject({ radiativeForcing: WITHOUT, gwpSet: GwpSet.AR4 });
    await decide(UNSPECIFIED);
    expect(await current()).toMatchObject({ radiativeForcing: UNSPECIFIED, gwpSet: GwpSet.AR4 });
  });

  it("state no edition of sectors until an admin decides, and none again when it is cleared", async () => {
    const own = await activity.organization();
    const { organizationId: id } = own;
    const decide = async (sectorEdition: SectorEdition) =>
      (await settings(own).updateOrganization({ id, sectorEdition, updateMask: { paths: ["sector_edition"] } }))
        .organization;
    expect((await settings(own).getOrganization({ id })).organization!.sectorEdition).toBe(SectorEdition.UNSPECIFIED);
    for (const sectorEdition of [SectorEdition.NACE_REV2_1, SectorEdition.NACE_REV2, SectorEdition.UNSPECIFIED])
      expect(await decide(sectorEdition)).toMatchObject({ sectorEdition, gwpSet: GwpSet.AR5 });
  });

  it("log who changed what, and announce a new name", async () => {
    const own = await activity.organization({ name: "Acme" });
    const id = own.organizationId;
    await update(own, GwpSet.AR6);
    expect(await activity.events(own, AccessChangedSchema)).toEqual([]);
    await settings(own).updateOrganization({ id, name: "Acme Ltd", updateMask: { paths: ["name"] } });
    expect(await activity.events(own, AccessChangedSchema)).toHaveLength(1);
    const log = await activity.rows<Record<string, unknown>>(own, "audit_log");
    expect(log.filter(({ action }) => action === "UpdateOrganization")).toMatchObject([
      { actorId: own.userId, entityId: id, changes: { gwp_set: { old: "AR5", new: "AR6" } } },
      { changes: { name: { old: "Acme", new: "Acme Ltd" } } },
    ]);
    const blank = settings(own).updateOrganization({ id, name: "", updateMask: { paths: ["name"] } });
    expect(await refusalOf(blank)).toMatchObject({ code: "REQUEST_VALIDATION_FAILED" });
  });

  it("apply to records that are stored afterwards, and not to earlier ones", async () => {
    const [before, after] = [await activity.organization(), await activity.organization()];
    await update(after, GwpSet.AR6);
    const stay = { checkInDate: "2025-03-30", checkOutDate: "2025-04-02", country: "GB" };
    const add = (own: Principal) => activity.as(own, HotelStayService).createHotelStay(stay);
    await Promise.all([add(before), add(after)]);
    await update(before, GwpSet.AR4);
    await add(before);
    const setsOf = async (own: Principal) =>
      (await activity.events(own, RecordsStoredSchema)).flatMap(({ records }) => records.map(({ gwpSet }) => gwpSet));
    expect([await setsOf(before), await setsOf(after)]).toEqual([["AR5", "AR4"], ["AR6"]]);
  });

  it("keep a setting outside the mask", async () => {
    const own = await activity.organization();
    expect((await update(own, GwpSet.AR6, { paths: [] })).organization!.gwpSet).toBe(GwpSet.AR5);
  });

  it("have no empty value", async () => {
    expect(await refusalOf(update(us, GwpSet.UNSPECIFIED))).toMatchObject({ code: "REQUEST_VALIDATION_FAILED" });
  });

  it("are neither shown to nor changed by an organization above, beside or unknown", async () => {
    const above = await activity.organization();
    const below = await activity.organization({ parentId: above.organizationId, accepted: true });
    const id = below.organizationId;
    for (const other of [above, us]) {
      expect(await refusalOf(settings(other).getOrganization({ id }))).toMatchObject({
        code: "ORGANIZATION_NOT_FOUND",
      });
      expect(await refusalOf(update(other, GwpSet.AR4, { id }))).toMatchObject({ code: "ORGANIZATION_NOT_FOUND" });
    }
    expect(await refusalOf(settings(us).getOrganization({ id: newId() }))).toMatchObject({
      code: "ORGANIZATION_NOT_FOUND",
    });
    expect((await settings(below).getOrganization({ id })).organization!.gwpSet).toBe(GwpSet.AR5);
  });
});

describe("the tables", () => {
  it("force row-level security, except tables without an organization", async () => {
    const open = await activity.owner<{ name: string }[]>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'activity'::regnamespace and c.relkind in ('r', 'p')
        and not (c.relrowsecurity and c.relforcerowsecurity)
      order by 1`;
    // These tables have no organization.
    expect(open.map(({ name }) => name)).toEqual([
      "emission_days",
      "leases",
      "migrations",
      "neighbours",
      "outbox_consumers",
      "outbox_stream",
    ]);
  });

  const insertSupplier = (as: Principal, org = as.organizationId) => {
    const id = newId();
    const inserted = activity.db.asService(
      as.organizationId,
      ({ tx }) => tx`
        insert into suppliers (organization_id, id, business_name, country, status)
        values (${org}, ${id}, 'Acme', 'DE', 'in_review')`,
    );
    return inserted.then(() => id);
  };
  const insertPurchase = (as: Principal, { amount = "1", supplierId }: { amount?: string; supplierId?: string }) =>
    activity.db.asService(
      as.organizationId,
      ({ tx, org }) => tx`
        insert into purchases (organization_id, id, product_name, sector, quantity, unit_id, purchase_date,
          expense_type, purchase_type, status, frequency, supplier_id)
        values (${org}, ${newId()}, 'Chair', '31.01', ${amount}, ${newId()}, '2024-01-01', 'opex', 'spend_based',
          'active', 'once', ${supplierId ?? null})`,
    );

  it("show no row to another organization", async () => {
    const them = await activity.organization();
    await insertPurchase(them, { supplierId: await insertSupplier(them) });
    await activity.db.asService(them.organizationId, async ({ tx, org }) => {
      await tx`
        insert into api_keys (organization_id, id, user_id, name, prefix, key_hash)
        values (${org}, ${newId()}, ${them.userId}, 'key', 'eas', sha256(${newId()}::bytea))`;
      await tx`
        insert into pending_calculations (organization_id, entity_type, record_id, revision)
        values (${org}, 'purchases', ${newId()}, 1)`;
    });
    const tables = ["organizations", "users", "members", "api_keys", "suppliers", "purchases", "pending_calculations"];
    for (const table of tables) {
      expect(await activity.rows(them, table)).toHaveLength(1);
      const seen = await activity.rows<{ organizationId?: string; id?: string }>(us, table);
      const owners = seen.map(({ organizationId, id }) => organizationId ?? id);
      for (const id of [them.organizationId, them.userId]) expect(owners).not.toContain(id);
    }
  });

  it("refuse rows of another organization", async () => {
    const them = await activity.organization();
    await expect(insertSupplier(us, them.organizationId)).rejects.toThrow("row-level security");
  });

  it("refuse a purchase with a supplier of another organization", async () => {
    const supplierId = await insertSupplier(await activity.organization());
    await expect(insertPurchase(us, { supplierId })).rejects.toThrow("purchases_supplier");
  });

  it.each(["NaN", "Infinity", "-1"])("refuse %s as an amount", async (amount) => {
    await expect(insertPurchase(us, { amount })).rejects.toThrow("domain amount");
  });
});
