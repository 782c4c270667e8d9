import { newId } from "@emissions/kit/process/id";
import { beforeAll, describe, expect, it } from "vitest";
import { type Backend, type Caller, calculated, unitIds } from "../support/backend.ts";
import { fraction, plain, rounded, times } from "../support/fraction.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let backend: Backend;
let us: Caller;
let unit: (code: string) => string;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("holding");
  unit = await unitIds(backend, us);
});

const GROUPS = "/v1/custom-emission-groups";

async function ok(method: string, path: string, body: object, as = us) {
  const { status, json, text } = await backend.call(method, path, { as, body });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return json;
}

const factorOf = (unitId: string, value: string) => ({
  name: `Per ${value}`,
  unit_id: unitId,
  tag: "simple",
  gases: [{ gas_type: "co2e", value }],
});

const purchaseOf = (groupId: string, amount: object, values: object = {}) => ({
  product_name: "Paper",
  sector: "17.12",
  purchase_date: "2025-03-14",
  expense_type: "opex",
  recycled: 0.5,
  custom_emission_factor_id: groupId,
  ...amount,
  ...values,
});

const euros = (quantity: string) => ({ quantity, unit_id: unit("EUR") });
const kilograms = (quantity: string) => ({ non_currency_quantity: quantity, non_currency_unit_id: unit("kg") });
const kg = (amount: string, value: string) => plain(rounded(times(fraction(amount), fraction(value)), 12));

/** Digits as sent: parsed JSON would round them to a double. */
const co2eIn = (text: string) => /"co2e":([\d.]+)/.exec(text)?.[1];

async function priced(id: string, as = us) {
  await calculated(backend, as, id);
  const { text, json } = await backend.call("GET", `/v1/purchases/${id}`, { as });
  const why = await backend.call("GET", `/v1/purchases/${id}/calculation`, { as });
  return { json, co2e: co2eIn(text), why: why.json, whyCo2e: /"co2e":([\d.]+),"impacts"/.exec(why.text)?.[1] };
}

describe("purchases priced with a custom emission group", () => {
  let groupId: string;
  let perEuro: { id: string };
  let perKilogram: { id: string };
  let first: string;

  it("are calculated exactly with the factor for their unit, and name that factor", async () => {
    groupId = (await ok("POST", GROUPS, { name: "Mill paper", category: "purchases" })).id;
    perEuro = await ok("POST", `${GROUPS}/${groupId}/factors`, factorOf(unit("EUR"), "0.412345678901234567890123"));
    perKilogram = await ok("POST", `${GROUPS}/${groupId}/factors`, factorOf(unit("kg"), "2.50"));
    const bought = await ok("POST", "/v1/purchases", purchaseOf(groupId, euros("1234.56")));
    const weighed = await ok("POST", "/v1/purchases", purchaseOf(groupId, kilograms("10.1")));
    const group = { id: groupId, name: "Mill paper", parent: null };
    expect([bought.custom_emission_group, bought.purchase_type]).toEqual([group, "spend_based"]);
    first = weighed.id;
    for (const [id, amount, value, factor] of [
      [bought.id, "1234.56", "0.412345678901234567890123", perEuro],
      [weighed.id, "10.1", "2.5", perKilogram],
    ] as const) {
      const { json, co2e, why, whyCo2e } = await priced(id);
      expect([co2e, whyCo2e]).toEqual([kg(amount, value), kg(amount, value)]);
      expect(json).toMatchObject({ purchase_type: "spend_based", custom_emission_group: group });
      expect(why.factor).toMatchObject({ id: factor.id, category: "custom_group" });
      expect(why.input.selector.custom_group).toMatchObject({ group_id: groupId, revision: 3, unit_must_match: true });
    }
  });

  it("keep their result when the factor changes; new purchases use the new revision", async () => {
    const path = `${GROUPS}/${groupId}/factors/${perKilogram.id}`;
    await ok("PATCH", path, { gases: [{ gas_type: "co2e", value: "3.75" }] });
    const next = await ok("POST", "/v1/purchases", purchaseOf(groupId, kilograms("10.1")));
    expect((await priced(next.id)).co2e).toBe(kg("10.1", "3.75"));
    // A new expense type recalculates the totals with the pinned revision.
    await ok("PATCH", `/v1/purchases/${first}`, { expense_type: "capex" });
    expect((await priced(first)).co2e).toBe(kg("10.1", "2.50"));
    await ok("PATCH", `/v1/purchases/${first}`, { non_currency_quantity: "10.2" });
    expect((await priced(first)).co2e).toBe(kg("10.2", "3.75"));
  });

  it("are refused once the factor is disabled; existing ones do not change", async () => {
    await ok("PATCH", `${GROUPS}/${groupId}/factors/${perKilogram.id}`, { enabled: false });
    const refused = await backend.call("POST", "/v1/purchases", {
      as: us,
      body: purchaseOf(groupId, kilograms("1")),
    });
    expect([refused.status, refused.json.detail]).toMatchObject([
      422,
      [{ loc: ["body", "non_currency_unit_id"], type: "value_error.unit_not_allowed" }],
    ]);
    expect((await priced(first)).co2e).toBe(kg("10.2", "3.75"));
  });

  it("cannot refer to an inherited group, although it is readable", async () => {
    const child = backend.caller("iberia");
    const holding = backend.organizations.get("holding")!;
    const light = await backend.call("GET", "/custom_emission_groups/light?category=purchases", {
      headers: { "x-organization-id": child["x-organization-id"], "x-api-key": "garbage" },
    });
    expect(light.status).toBe(200);
    expect(light.json.find(({ id }: { id: string }) => id === groupId)).toEqual({
      id: groupId,
      name: "Mill paper",
      units: [{ id: unit("EUR"), name: "euro_(EUR)", type: "fiat_currency" }],
      parent: { id: holding.id, name: holding.name },
    });
    const attempt = (as: Caller, id: string) =>
      backend.call("POST", "/v1/purchases", { as, body: purchaseOf(id, euros("1")) });
    expect((await attempt(child, groupId)).json.detail).toMatchObject([
      { loc: ["body", "custom_emission_factor_id"], type: "value_error.group_inherited" },
    ]);
    const stranger = backend.caller("outsider");
    const [ours, missing] = [await attempt(stranger, groupId), await attempt(stranger, newId())];
    expect([ours.status, ours.text]).toEqual([422, missing.text]);
    expect((await backend.call("DELETE", `${GROUPS}/${groupId}`, { as: child })).json.code).toBe(
      "CUSTOM_GROUP_NOT_OWNER",
    );
  });

  it("include the name of the factor group in the list of a parent organization", async () => {
    const child = backend.caller("iberia");
    const { id } = await ok("POST", GROUPS, { name: "Mill of the child", category: "purchases" }, child);
    await ok("POST", `${GROUPS}/${id}/factors`, factorOf(unit("EUR"), "1"), child);
    const values = { product_name: "Paper of the child" };
    await ok("POST", "/v1/purchases", purchaseOf(id, euros("1"), values), child);
    const list = "/v1/purchases?search=Paper+of+the+child&include_children=true";
    expect((await backend.call("GET", list, { as: us })).json.items).toMatchObject([
      { custom_emission_group: { id, name: "Mill of the child", parent: null } },
    ]);
    const refused = await backend.call("POST", "/v1/purchases", { as: us, body: purchaseOf(id, euros("1")) });
    expect(refused.json.detail).toMatchObject([{ loc: ["body", "custom_emission_factor_id"] }]);
  });

  it("keep the result and the name of a deleted group", async () => {
    expect((await backend.call("DELETE", `${GROUPS}/${groupId}`, { as: us })).status).toBe(204);
    const { json, co2e } = await priced(first);
    expect([json.custom_emission_group.name, co2e]).toEqual(["Mill paper", kg("10.2", "3.75")]);
    const refused = await backend.call("POST", "/v1/purchases", { as: us, body: purchaseOf(groupId, euros("1")) });
    expect(refused.json.detail).toMatchObject([{ loc: ["body", "custom_emission_factor_id"] }]);
  });
});

describe("purchases that are created while their factor is edited, disabled and re-dated", () => {
  /** The golden test of pinned factors does the same with a thousand calculations. */
  const PURCHASES = 400;
  const SIDE_BY_SIDE = 8;
  const DAYS = ["2025-01-15", "2025-07-15"];

  interface State {
    value: string;
    enabled: boolean;
    startDate: string;
  }

  it("each match exactly one revision, or fail with CUSTOM_FACTOR_NOT_VALID", async () => {
    const as = backend.caller("nordics");
    const { id: groupId } = await ok("POST", GROUPS, { name: "Moving", category: "purchases" }, as);
    const path = `${GROUPS}/${groupId}/factors`;
    const made = await ok("POST", path, factorOf(unit("kg"), "1.5"), as);
    /** The factor at each revision, from the responses to its changes. */
    const states = new Map<number, State>();
    const note = (factor: { revision: number; gases: { value: number }[]; enabled: boolean; start_date: string }) =>
      states.set(factor.revision, {
        value: String(factor.gases[0]!.value),
        enabled: factor.enabled,
        startDate: factor.start_date,
      });
    note(made);

    const work = { done: false };
    const editing = edit();
    const accepted = await record();
    work.done = true;
    await editing;
    expect(states.size).toBeGreaterThan(10);
    expect(accepted.length).toBeGreaterThan(50);

    const outcomes = { calculated: 0, failed: 0 };
    while (accepted.length > 0) await Promise.all(accepted.splice(0, SIDE_BY_SIDE).map(check));
    expect(outcomes.calculated).toBeGreaterThan(0);
    expect(outcomes.failed).toBeGreaterThan(0);

    async function edit() {
      for (let n = 1; !work.done; n++) {
        const change = [
          { gases: [{ gas_type: "co2e", value: `${n}.${n % 10}25` }] },
          { start_date: n % 8 < 4 ? "2025-06-01" : "1970-01-01" },
          { enabled: false },
          { enabled: true },
        ][n % 4]!;
        note(await ok("PATCH", `${path}/${made.id}`, change, as));
      }
    }

    async function record() {
      const ids: { id: string; amount: string; day: string }[] = [];
      let next = 0;
      const worker = async () => {
        for (let n = next++; n < PURCHASES; n = next++) {
          const [amount, day] = [`${n}.125`, DAYS[n % 2]!];
          const body = purchaseOf(groupId, kilograms(amount), { purchase_date: day });
          const { status, json } = await backend.call("POST", "/v1/purchases", { as, body });
          expect([201, 422]).toContain(status);
          if (status === 201) ids.push({ id: json.id, amount, day });
          else expect(json.detail).toMatchObject([{ type: "value_error.unit_not_allowed" }]);
        }
      };
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
      return ids;
    }

    async function check({ id, amount, day }: { id: string; amount: string; day: string }) {
      const { json, co2e, why, whyCo2e } = await priced(id, as);
      const state = states.get(why.input.selector.custom_group.revision)!;
      expect(state.enabled).toBe(true);
      if (state.startDate > day) {
        outcomes.failed++;
        expect([json.calculation_status, json.calculation_error_code, json.co2e]).toEqual([
          "failed",
          "CUSTOM_FACTOR_NOT_VALID",
          null,
        ]);
        return;
      }
      outcomes.calculated++;
      expect([json.calculation_status, co2e, whyCo2e]).toEqual([
        "calculated",
        kg(amount, state.value),
        kg(amount, state.value),
      ]);
      expect(why.factor).toMatchObject({ id: made.id, revision: why.input.selector.custom_group.revision });
    }
  });
});
