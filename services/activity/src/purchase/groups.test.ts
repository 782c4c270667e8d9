import type { MessageInitShape } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  ExpenseType,
  PurchaseService,
  PurchaseStatus,
  PurchaseType,
  type PurchaseValuesSchema,
} from "@emissions/proto/activity/v1/purchase_service";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { type Activity, EUR, eachTest, KG } from "../activity.fixture.ts";

let activity: Activity;
let us: Principal;
let groupId: string;

eachTest((ours) => {
  ({ activity, us } = ours);
  groupId = newId();
  setGroup({});
});

type State = Parameters<Activity["groups"]["set"]>[1];

const setGroup = (values: State) => {
  const { organizationId } = us;
  const state = { id: groupId, found: true, organizationId, revision: 3, name: "Paper", unitIds: [EUR, KG], ...values };
  activity.groups.set(groupId, state);
};

type Sent = MessageInitShape<typeof PurchaseValuesSchema>;
const money = { quantity: { value: "100" }, unitId: EUR };
const weight = { nonCurrencyQuantity: { value: "5" }, nonCurrencyUnitId: KG };

const purchases = () => activity.as(us, PurchaseService);
const create = async (values: Sent = money) => {
  const sent = { productName: "Paper", sector: "17.12", purchaseDate: "2025-03-14", expenseType: ExpenseType.OPEX };
  return (await purchases().createPurchase({ ...sent, customEmissionFactorId: groupId, ...values })).purchase!;
};
const change = async (id: string, values: object, ...paths: string[]) =>
  (await purchases().updatePurchase({ id, ...values, updateMask: { paths } })).purchase!;

const inputs = async () => (await activity.events(us, RecordsStoredSchema)).flatMap(({ records }) => records);
const pinned = async () =>
  (await inputs()).map(({ revision, selector }) => {
    const { kind } = selector!;
    return [revision, kind.case, kind.case === "customGroup" ? kind.value.revision : null];
  });

describe("a purchase with a custom emission group", () => {
  it.each([
    { what: "money", amount: money },
    { what: "a weight", amount: weight },
  ])("by $what is calculated with the group as it is now, its recycled share left aside", async ({ amount }) => {
    const purchase = await create({ ...amount, recycled: { value: "0.5" }, purchaseType: PurchaseType.AVERAGE_DATA });
    expect(purchase).toMatchObject({
      customEmissionFactorId: groupId,
      customEmissionGroup: { id: groupId, name: "Paper" },
      purchaseType: PurchaseType.AVERAGE_DATA,
      recycled: { value: "0.5" },
    });
    const [input] = await inputs();
    const { organizationId } = us;
    expect(input!.selector!.kind).toMatchObject({
      case: "customGroup",
      value: { groupId, revision: 3, organizationId, unitMustMatch: true },
    });
    expect(input!.recycledShare).toBeUndefined();
  });

  it.each<{ what: string; state: State; sent?: Sent; refused: string }>([
    {
      what: "is inherited",
      state: { organizationId: newId() },
      refused: "custom_emission_factor_id value_error.group_inherited",
    },
    {
      what: "has no factor for the currency",
      state: { unitIds: [KG] },
      refused: "unit_id value_error.unit_not_allowed",
    },
    {
      what: "has no factor for the unit",
      state: { unitIds: [EUR] },
      sent: weight,
      refused: "non_currency_unit_id value_error.unit_not_allowed",
    },
  ])("is refused when the group $what", async ({ state, sent, refused }) => {
    setGroup(state);
    const { code, violations } = await refusalOf(create(sent));
    expect([code, violations]).toEqual(["REQUEST_VALIDATION_FAILED", [`body.${refused}`]]);
    const { id } = await create({ ...money, customEmissionFactorId: undefined });
    const changes = { customEmissionFactorId: groupId, ...(sent ? { ...weight, quantity: undefined } : {}) };
    const paths = sent ? ["quantity", "unit_id", "non_currency_quantity", "non_currency_unit_id"] : [];
    expect(await refusalOf(change(id, changes, "custom_emission_factor_id", ...paths))).toMatchObject({
      code,
      violations,
    });
  });

  it("is not stored while the factors service is away", async () => {
    activity.away.factors = true;
    await expect(create()).rejects.toMatchObject({ code: Code.Unavailable });
    expect(await activity.rows(us, "purchases")).toEqual([]);
    expect((await create({ ...money, customEmissionFactorId: undefined })).id).toBeTruthy();
  });

  it("is answered without the group's name while the factors service is away", async () => {
    const { id } = await create();
    activity.away.factors = true;
    const nameless = { customEmissionGroup: { id: groupId } };
    const { purchase } = await purchases().getPurchase({ id });
    expect(purchase).toMatchObject(nameless);
    expect(purchase!.customEmissionGroup!.name).toBeUndefined();
    expect((await purchases().listPurchases({})).purchases).toMatchObject([nameless]);
    expect(await change(id, { description: "x" }, "description")).toMatchObject(nameless);
    await expect(change(id, { quantity: { value: "1" } }, "quantity")).rejects.toMatchObject({
      code: Code.Unavailable,
    });
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
    { what: "its day", changes: { purchaseDate: "2025-04-01" }, paths: ["purchase_date"] },
    {
      what: "its unit",
      changes: weight,
      paths: ["quantity", "unit_id", "non_currency_quantity", "non_currency_unit_id"],
    },
  ])("in $what takes the group as it is now", async ({ changes, paths }) => {
    const { id } = await create();
    setGroup({ revision: 9 });
    await change(id, changes, ...paths);
    expect(await pinned()).toEqual([
      [1, "customGroup", 3],
      [2, "customGroup", 9],
    ]);
  });

  it("in anything else leaves the revision as it was, whatever has become of the group", async () => {
    const { id } = await create();
    setGroup({ revision: 9, deleted: true, unitIds: [] });
    const sent = { description: "x", sector: "62.01", customEmissionFactorId: groupId, quantity: { value: "100" } };
    await change(id, sent, "description", "sector", "custom_emission_factor_id", "quantity");
    expect(await pinned()).toEqual([[1, "customGroup", 3]]);
    await change(id, { status: PurchaseStatus.INACTIVE, expenseType: ExpenseType.CAPEX }, "status", "expense_type");
    expect(await pinned()).toEqual([
      [1, "customGroup", 3],
      [2, "customGroup", 3],
    ]);
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
