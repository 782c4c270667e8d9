import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { GasType, RecordTag } from "@emissions/proto/factors/v1/custom_database_service";
import { GroupCategory } from "@emissions/proto/factors/v1/custom_group_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { organization } from "../factors.fixture.ts";
import { advanced, full, type InvalidCase, type NewFactor, refusalOf, simple, startGroups } from "./group.fixture.ts";
import { GROUP_FACTORS_MAX } from "./rules.ts";

let groups: Awaited<ReturnType<typeof startGroups>>;
let us: Principal;
let id: string;
beforeAll(async () => {
  groups = await startGroups();
  us = organization();
  id = (await groups.group(us)).id;
});
afterAll(() => groups.drop());

const mask = (...paths: string[]) => ({ updateMask: { paths } });
const gas = (gasType: GasType, value = "1") => ({ gasType, value: { value } });

describe("a factor", () => {
  it("keeps the digits of its values, for any order of the gases", async () => {
    const { tag, gases } = full("2.50", "0.000", "100", `0.${"1".repeat(29)}`);
    const days = { startDate: "2024-01-01", endDate: "2024-01-01" };
    const uncertaintyGrade = { value: "12.50" };
    const factor = await groups.factor(us, id, { tag, gases: gases.toReversed(), ...days, uncertaintyGrade });
    expect(factor).toMatchObject({ ...days, tag, enabled: true, isBiogenic: false, uncertaintyGrade: "12.50" });
    expect(factor.gases).toMatchObject(gases);
    const { group } = await groups.as(us).getCustomGroup({ id });
    expect(group!.factors).toEqual([factor]);
    expect([group!.revision, factor.revision]).toEqual([2, 2]);
  });

  it("is always valid by default", async () => {
    const factor = await groups.factor(us, id);
    expect(factor.endDate).toBeUndefined();
    expect(factor).toMatchObject({ startDate: "1970-01-01", uncertaintyGrade: "0" });
  });

  it("accepts zero and thirty digits, but not 31", async () => {
    for (const value of ["0", "9".repeat(30), `0.${"0".repeat(28)}1`]) {
      expect((await groups.factor(us, id, simple(value))).gases[0]!.value?.value).toBe(value);
    }
  });

  it.each([
    { what: "a value with too many digits", sent: simple("9".repeat(31)), expected: "value_error.decimal.max_digits" },
    { what: "NaN", sent: simple("NaN"), expected: "type_error.decimal" },
    { what: "an exponent", sent: simple("1e5"), expected: "type_error.decimal" },
    { what: "a negative value", sent: simple("-0.1"), expected: "value_error.number.not_ge" },
    { what: "no value", sent: simple(""), expected: "value_error.missing" },
  ])("is refused with $what", async ({ sent, expected }) => {
    const refused = await refusalOf(groups.factor(us, id, sent));
    expect(refused).toEqual(["REQUEST_VALIDATION_FAILED", `body.gases.0.value ${expected}`]);
  });

  it.each<InvalidCase<NewFactor>>([
    { what: "no name", sent: { name: "" }, expected: "body.name value_error.missing" },
    { what: "an unknown unit", sent: { unitId: newId() }, expected: "body.unit_id value_error.not_found" },
    { what: "a unit id that is not a UUID", sent: { unitId: "kg" }, expected: "body.unit_id value_error.not_found" },
    { what: "no tag", sent: { tag: 0 }, expected: "body.tag value_error.missing" },
    { what: "an invalid day", sent: { startDate: "24-1-1" }, expected: "body.start_date value_error.date" },
    {
      what: "an end before the start",
      sent: { startDate: "2024-01-02", endDate: "2024-01-01" },
      expected: "body.end_date end_date_before_start_date",
    },
    {
      what: "an end before the default start",
      sent: { endDate: "1969-12-31" },
      expected: "body.end_date end_date_before_start_date",
    },
    {
      what: "a negative uncertainty",
      sent: { uncertaintyGrade: { value: "-1" } },
      expected: "body.uncertainty_grade value_error.number.not_ge",
    },
    {
      what: "an uncertainty with too many digits",
      sent: { uncertaintyGrade: { value: "1".repeat(16) } },
      expected: "body.uncertainty_grade value_error.decimal.max_digits",
    },
  ])("is refused with $what", async ({ sent, expected }) => {
    const refused = await refusalOf(groups.factor(us, id, sent));
    expect(refused).toEqual(["REQUEST_VALIDATION_FAILED", expected]);
  });
});

describe("the gases of a factor", () => {
  const { CO2E, CO2, CH4, N2O } = GasType;
  const all = [CO2E, CO2, CH4, N2O];
  /** Every subset of the four gases, and one duplicate gas. */
  const selections = [
    ...Array.from({ length: 16 }, (_, bits) => all.filter((_gas, at) => (bits >> at) & 1)),
    ...all.map((one) => [one, one]),
    [CO2, CH4, CH4],
    [CO2E, CO2, CH4, CH4],
    [...all, CO2E],
  ];
  const RIGHT: Record<number, GasType[]> = {
    [RecordTag.SIMPLE]: [CO2E],
    [RecordTag.ADVANCED]: [CO2, CH4, N2O],
    [RecordTag.FULL]: all,
  };

  it.each([RecordTag.SIMPLE, RecordTag.ADVANCED, RecordTag.FULL])("are exactly those of the tag %i", async (tag) => {
    const { id } = await groups.group(us);
    for (const selection of selections) {
      const attempt = groups.factor(us, id, { tag, gases: selection.map((one) => gas(one)) });
      if (selection.join() === RIGHT[tag]!.join()) expect((await attempt).gases).toHaveLength(selection.length);
      else
        expect(await refusalOf(attempt)).toEqual([
          "CUSTOM_GROUP_INVALID_FACTORS",
          "body.gases value_error.group_factors",
        ]);
    }
  });

  it.each([
    { category: GroupCategory.HEAT, right: true },
    { category: GroupCategory.VEHICLES, right: true },
    { category: GroupCategory.PROCESS, right: true },
    { category: GroupCategory.PURCHASES, right: false },
    { category: GroupCategory.ELECTRICITY, right: false },
    { category: GroupCategory.WASTE, right: false },
    { category: GroupCategory.RECHARGE, right: false },
    { category: GroupCategory.WATER, right: false },
  ])("are biogenic only with combustion or process emissions: $category", async ({ category, right }) => {
    const { id } = await groups.group(us, { category });
    const add = (values: object) => groups.factor(us, id, { ...values, isBiogenic: true });
    if (right) {
      expect(await add(advanced("1", "2", "3"))).toMatchObject({ isBiogenic: true });
      expect(await add(full("1", "1", "2", "3"))).toMatchObject({ isBiogenic: true });
      expect(await refusalOf(add(simple("1")))).toEqual(["CUSTOM_GROUP_BIOGENIC_REQUIRES_CO2"]);
    } else {
      expect(await refusalOf(add(advanced("1", "2", "3")))).toEqual(["CUSTOM_GROUP_BIOGENIC_CATEGORY"]);
    }
  });
});

describe("a change of a factor", () => {
  it("makes a new revision of the group and keeps former revisions", async () => {
    const { id } = await groups.group(us);
    const { id: factorId } = await groups.factor(us, id, simple("1"));
    const change = async (values: object, ...paths: string[]) =>
      (await groups.as(us).updateGroupFactor({ id, factorId, ...values, ...mask(...paths) })).factor!;
    expect(await change({ gases: [gas(GasType.CO2E, "2.0")] }, "gases")).toMatchObject({ revision: 3, name: "Sheets" });
    expect(await change({ gases: [gas(GasType.CO2E, "2.0")], name: "Sheets" }, "gases", "name")).toMatchObject({
      revision: 3,
    });
    expect(await change({ enabled: false }, "enabled")).toMatchObject({ revision: 4, enabled: false });
    expect((await groups.as(us).getCustomGroup({ id })).group).toMatchObject({ revision: 4, units: [] });
    expect(await change({ startDate: "2024-05-01" }, "start_date")).toMatchObject({ startDate: "2024-05-01" });
    expect(await change({}, "start_date")).toMatchObject({ startDate: "1970-01-01", revision: 6 });
    await groups.as(us).deleteGroupFactor({ id, factorId });
    expect((await groups.as(us).getCustomGroup({ id })).group).toMatchObject({ revision: 7, factors: [] });
    expect(await refusalOf(change({ enabled: true }, "enabled"))).toEqual(["GROUP_FACTOR_NOT_FOUND"]);

    const states = await groups.db.asService(
      us.organizationId,
      ({ tx }) => tx`
        select revision, co2e, enabled, start_date, deleted from custom_group_factors
        where id = ${factorId} order by revision`,
    );
    expect(states.map((state) => Object.values(state))).toEqual([
      [2, "1", true, "1970-01-01", false],
      [3, "2.0", true, "1970-01-01", false],
      [4, "2.0", false, "1970-01-01", false],
      [5, "2.0", false, "2024-05-01", false],
      [6, "2.0", false, "1970-01-01", false],
      [7, "2.0", false, "1970-01-01", true],
    ]);
  });

  it("has the rules of the creation, and cannot change unit and tag", async () => {
    const { id: factorId } = await groups.factor(us, id, { startDate: "2024-01-01" });
    const change = (values: object, ...paths: string[]) =>
      refusalOf(groups.as(us).updateGroupFactor({ id, factorId, ...values, ...mask(...paths) }));
    expect(await change({ gases: [] }, "gases")).toContain("CUSTOM_GROUP_INVALID_FACTORS");
    expect(await change({ isBiogenic: true }, "is_biogenic")).toContain("CUSTOM_GROUP_BIOGENIC_CATEGORY");
    expect(await change({ endDate: "2023-12-31" }, "end_date")).toContain("body.end_date end_date_before_start_date");
    for (const path of ["unit_id", "tag"]) expect(await change({}, path)).toContain(`body.${path} value_error.extra`);
  });

  it("by concurrent requests makes one revision per request", async () => {
    const { id } = await groups.group(us);
    const { id: factorId } = await groups.factor(us, id);
    const change = (name: string) => groups.as(us).updateGroupFactor({ id, factorId, name, ...mask("name") });
    const done = await Promise.all(Array.from({ length: 12 }, (_, n) => change(`Name ${n}`)));
    const revisions = done.map(({ factor }) => factor!.revision).sort((a, b) => a - b);
    expect(revisions).toEqual(Array.from({ length: 12 }, (_, n) => n + 3));
  });

  it("is not found in another group", async () => {
    const { id: factorId } = await groups.factor(us, id);
    const { id: other } = await groups.group(us);
    const attempt = groups.as(us).updateGroupFactor({ id: other, factorId, name: "x", ...mask("name") });
    expect(await refusalOf(attempt)).toEqual(["GROUP_FACTOR_NOT_FOUND"]);
  });
});

it("a group has at most 200 factors", async () => {
  const { id } = await groups.group(us);
  await groups.db.asService(us.organizationId, ({ tx, org }) =>
    tx`insert into custom_group_factors (organization_id, group_id, id, revision, name, unit_id, tag, co2e, start_date,
        enabled, is_biogenic, uncertainty_grade)
      select ${org}, ${id}, gen_random_uuid(), 1, 'Factor', ${groups.unit("kg")}, 'simple', 1, '1970-01-01', true,
        false, 0 from generate_series(1, ${GROUP_FACTORS_MAX - 1})`.then(() => {}),
  );
  await groups.factor(us, id);
  expect(await refusalOf(groups.factor(us, id))).toEqual(["GROUP_FACTOR_LIMIT_REACHED"]);
});

it("units are the distinct units of enabled factors, by name", async () => {
  const { id } = await groups.group(us);
  for (const code of ["t", "kg", "EUR", "kg"]) await groups.factor(us, id, { unitId: groups.unit(code) });
  await groups.factor(us, id, { unitId: groups.unit("g"), enabled: false });
  const { groups: light } = await groups.light(us, "purchases");
  const names = ["euro_(EUR)", "kilogram_(kg)", "tonne_(t)"];
  expect(light.find((one) => one.id === id)!.units.map(({ name }) => name)).toEqual(names);
  expect((await groups.as(us).getCustomGroup({ id })).group!.units.map(({ name }) => name)).toEqual(names);
});
