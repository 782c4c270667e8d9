import { Code } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { ExpenseType, PurchaseStatus, PurchaseType } from "@emissions/proto/activity/v1/purchase_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, EUR, eachTest, inputs, KG, us } from "../activity.fixture.ts";
import { group } from "../waste/waste.fixture.ts";
import { buy, change, purchases } from "./purchase.fixture.ts";

let groupId: string;

eachTest(() => {
  groupId = newId();
  setGroup({});
});

type State = Parameters<typeof group>[0];

const setGroup = (values: State) =>
  group({ id: groupId, organizationId: us.organizationId, revision: 3, name: "Paper", unitIds: [EUR, KG], ...values });

const weight = { nonCurrencyQuantity: { value: "5" }, nonCurrencyUnitId: KG };
const AMOUNT = ["quantity", "unit_id", "non_currency_quantity", "non_currency_unit_id"];
const create = (values: object = {}) => buy({ customEmissionFactorId: groupId, ...values });
const pinned = async () =>
  (await inputs()).map(({ revision, selector }) => {
    const { kind } = selector!;
    return [revision, kind.case, kind.case === "customGroup" ? kind.value.revision : null];
  });

describe("a purchase with a custom emission group", () => {
  it.each([
    ["money", {}],
    ["a weight", { ...weight, quantity: undefined, unitId: undefined }],
  ])("by %s is calculated with the group, its recycled share left aside", async (_, amount) => {
    const sent = { recycled: { value: "0.5" }, purchaseType: PurchaseType.AVERAGE_DATA };
    const purchase = await create({ ...amount, ...sent });
    expect(purchase).toMatchObject({ ...sent, customEmissionGroup: { id: groupId, name: "Paper" } });
    const [input] = await inputs();
    const value = { groupId, revision: 3, organizationId: us.organizationId, unitMustMatch: true, sector: "26.20" };
    expect(input!.selector!.kind).toMatchObject({ case: "customGroup", value });
    expect(input!.recycledShare).toBeUndefined();
  });

  const inKilograms = { ...weight, quantity: undefined, unitId: undefined };

  it.each<[what: string, state: State, sent: object, violation: string]>([
    ["is inherited", { organizationId: newId() }, {}, "custom_emission_factor_id value_error.group_inherited"],
    ["has no factor for the currency", { unitIds: [KG] }, {}, "unit_id value_error.unit_not_allowed"],
    [
      "has no factor for the unit",
      { unitIds: [EUR] },
      inKilograms,
      "non_currency_unit_id value_error.unit_not_allowed",
    ],
  ])("is refused when the group %s", async (_, state, sent, violation) => {
    setGroup(state);
    const violations = [`body.${violation}`];
    expect(await refusalOf(create(sent))).toMatchObject({ code: "REQUEST_VALIDATION_FAILED", violations });
    const { id } = await buy(sent);
    const changed = change(id, { customEmissionFactorId: groupId }, "custom_emission_factor_id");
    expect(await refusalOf(changed)).toMatchObject({ code: "REQUEST_VALIDATION_FAILED", violations });
  });

  it("is not stored while the factors service is away", async () => {
    activity.away.factors = true;
    await expect(create()).rejects.toMatchObject({ code: Code.Unavailable });
    expect(await activity.rows(us, "purchases")).toEqual([]);
    expect((await buy()).id).toBeTruthy();
  });

  it("is answered without the group's name while the factors service is away", async () => {
    const { id } = await create();
    activity.away.factors = true;
    const nameless = { customEmissionGroup: { id: groupId } };
    expect((await purchases().getPurchase({ id })).purchase!.customEmissionGroup).not.toHaveProperty("name", "Paper");
    expect((await purchases().listPurchases({})).purchases).toMatchObject([nameless]);
    expect(await change(id, { description: "x" }, "description")).toMatchObject(nameless);
    const repriced = change(id, { quantity: { value: "1" } }, "quantity");
    await expect(repriced).rejects.toMatchObject({ code: Code.Unavailable });
  });

  it("is listed with one question for all groups of the page, those out of use included", async () => {
    for (let n = 0; n < 5; n++) await create();
    setGroup({ deleted: true });
    activity.lookUps.length = 0;
    const { purchases: listed } = await purchases().listPurchases({});
    expect(listed.map(({ customEmissionGroup }) => customEmissionGroup!.name)).toEqual(Array(5).fill("Paper"));
    expect(activity.lookUps).toEqual([[groupId]]);
  });
});

describe("a change of such a purchase", () => {
  it.each([
    ["its day", { purchaseDate: "2025-04-01" }, ["purchase_date"]],
    ["its unit", weight, AMOUNT],
  ])("in %s takes the group as it is now", async (_, changes, paths) => {
    const { id } = await create();
    setGroup({ revision: 9 });
    await change(id, changes, ...paths);
    expect((await pinned())[1]).toEqual([2, "customGroup", 9]);
  });

  it("in anything else leaves the revision as it was, whatever has become of the group", async () => {
    const { id } = await create();
    setGroup({ revision: 9, deleted: true, unitIds: [] });
    const sent = { description: "x", customEmissionFactorId: groupId, quantity: { value: "100" } };
    await change(id, sent, "description", "custom_emission_factor_id", "quantity");
    expect(await pinned()).toEqual([[1, "customGroup", 3]]);
    await change(id, { status: PurchaseStatus.INACTIVE, expenseType: ExpenseType.CAPEX }, "status", "expense_type");
    expect((await pinned())[1]).toEqual([2, "customGroup", 3]);
    await change(id, { recycled: { value: "0.5" } }, "recycled");
    expect(await pinned()).toHaveLength(2);
  });

  it("takes the group away, and another one in", async () => {
    const { id } = await create();
    expect((await change(id, {}, "custom_emission_factor_id")).customEmissionGroup).toBeUndefined();
    setGroup({ revision: 4 });
    await change(id, { customEmissionFactorId: groupId }, "custom_emission_factor_id");
    expect(await pinned()).toEqual([
      [1, "customGroup", 3],
      [2, "spend", null],
      [3, "customGroup", 4],
    ]);
  });

  it("keeps the kind that the client gives it", async () => {
    const { id } = await create();
    const changed = await change(id, { purchaseType: PurchaseType.SUPPLIER_SPECIFIC }, "purchase_type");
    expect(changed.purchaseType).toBe(PurchaseType.SUPPLIER_SPECIFIC);
  });
});
