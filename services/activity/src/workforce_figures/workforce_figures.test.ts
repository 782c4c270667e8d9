import { newId } from "@emissions/kit/process/id";
import {
  WorkforceGrouping as By,
  WorkforceFigureName as Name,
  WorkforceFigureService,
} from "@emissions/proto/activity/v1/workforce_figure_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";

eachTest();

interface Contract {
  type?: "permanent" | "temporary";
  from: string;
  to?: string;
  reason?: string;
  country?: string;
  ratio?: string;
  pay?: [amount: string, currency: string];
}

interface Person {
  gender: string;
  born: string;
  disabled?: boolean;
  contracts: Contract[];
  /** Hours and last days of trainings. */
  trainings?: [hours: string, endDate: string][];
}

const store = ({ gender, born, disabled = false, contracts, trainings = [] }: Person, of = us) =>
  activity.db.asService(of.organizationId, async ({ tx, org }) => {
    const id = newId();
    await tx`
      insert into own_workforces (organization_id, id, external_employee_id, birth_date, gender, disabled_employee)
      values (${org}, ${id}, ${id}, ${born}, ${gender}, ${disabled})`;
    for (const { type = "permanent", from, to = null, reason = null, country = "ES", ratio = "1", pay } of contracts) {
      const contract = newId();
      await tx`
        insert into workforce_contracts (organization_id, id, own_workforce_id, contract_type, start_date, end_date,
          end_date_reason, country, working_hours_ratio)
        values (${org}, ${contract}, ${id}, ${type}, ${from}, ${to}, ${reason}, ${country}, ${ratio})`;
      if (pay) {
        await tx`
          insert into workforce_remunerations (organization_id, id, contract_id, amount, currency, start_date, end_date)
          values (${org}, ${newId()}, ${contract}, ${pay[0]}, ${pay[1]}, ${from}, ${to})`;
      }
    }
    for (const [hours, endDate] of trainings) {
      await tx`
        insert into own_workforce_trainings (organization_id, id, own_workforce_id, type, description, hours, start_date, end_date)
        values (${org}, ${newId()}, ${id}, 'safety', 'Fire drill', ${hours}, ${endDate}, ${endDate})`;
    }
    return id;
  });

/** The example that docs/workforce-figures.md computes by hand. */
const example = async () => {
  const a = await store({
    gender: "M",
    born: "1990-07-01",
    contracts: [{ from: "2024-01-01", pay: ["52000", "EUR"] }],
    trainings: [["10", "2025-05-05"]],
  });
  const b = await store({
    gender: "F",
    born: "1995-07-02",
    disabled: true,
    contracts: [{ from: "2024-01-01", ratio: "0.5", pay: ["24000", "EUR"] }],
    trainings: [
      ["4.5", "2025-01-01"],
      ["8", "2024-12-31"],
    ],
  });
  await store({
    gender: "F",
    born: "1970-01-01",
    contracts: [{ from: "2020-01-01", to: "2025-03-31", reason: "retirement", country: "FR" }],
  });
  const d = await store({
    gender: "M",
    born: "1980-01-01",
    contracts: [
      { type: "temporary", from: "2025-01-01", to: "2025-06-30", reason: "end_of_contract" },
      { from: "2025-07-01", ratio: "0.75", pay: ["30000", "USD"] },
    ],
  });
  return { a, b, d };
};

const YEAR = { startDate: "2025-01-01", endDate: "2025-12-31" };

const figures = async (request: object = YEAR, by = us) =>
  (await activity.as(by, WorkforceFigureService).getWorkforceFigures(request)).figures!;
const read = async (request: object = YEAR, by = us) => {
  const { figures: all } = await figures(request, by);
  const one = (figure: Name, groupedBy = 0, group?: string) => {
    const found = all.filter(
      (other) => other.figure === figure && other.groupedBy === groupedBy && other.group === group,
    );
    expect(found).toHaveLength(1);
    return found[0]!;
  };
  return { all, one, value: (...args: Parameters<typeof one>) => one(...args).value?.value };
};

describe("the figures of the example", () => {
  it.each<[what: string, figure: Name, by: By, group: string | undefined, value: string]>([
    ["3 people on the last day", Name.HEAD_COUNT, 0, undefined, "3"],
    ["2 of them men", Name.HEAD_COUNT, By.GENDER, "M", "2"],
    ["all from 30 to 50", Name.HEAD_COUNT, By.AGE_BAND, "30_to_50", "3"],
    ["1 + 0.5 + 0.75 FTE", Name.FTE, 0, undefined, "2.25"],
    ["1185 days of contracts / 365", Name.AVERAGE_HEAD_COUNT, 0, undefined, "3.246575"],
    ["women: (365 + 90) / 365", Name.AVERAGE_HEAD_COUNT, By.GENDER, "F", "1.246575"],
    ["temporary: 181 / 365", Name.AVERAGE_HEAD_COUNT, By.CONTRACT_TYPE, "temporary", "0.49589"],
    ["France: 90 / 365", Name.AVERAGE_HEAD_COUNT, By.COUNTRY, "FR", "0.246575"],
    ["under 30 until the birthday: 182 / 365", Name.AVERAGE_HEAD_COUNT, By.AGE_BAND, "under_30", "0.49863"],
    ["30 to 50: (183 + 365 + 365) / 365", Name.AVERAGE_HEAD_COUNT, By.AGE_BAND, "30_to_50", "2.50137"],
    ["over 50: 90 / 365", Name.AVERAGE_HEAD_COUNT, By.AGE_BAND, "over_50", "0.246575"],
    ["(365 + 182.5 + 90 + 181 + 138) / 365 FTE", Name.AVERAGE_FTE, 0, undefined, "2.620548"],
    ["1 leaver: a next contract is no leaving", Name.LEAVERS, 0, undefined, "1"],
    ["who retired", Name.LEAVERS, By.END_REASON, "retirement", "1"],
    ["1 / (1185 / 365) in percent", Name.TURNOVER_RATE, 0, undefined, "30.801688"],
    ["1 of 3 with a disability", Name.DISABILITY_SHARE, 0, undefined, "33.333333"],
    ["14.5 hours / (1185 / 365)", Name.TRAINING_HOURS, 0, undefined, "4.466245"],
    ["men: 10 hours / 2", Name.TRAINING_HOURS, By.GENDER, "M", "5"],
    ["women: 4.5 hours / (455 / 365)", Name.TRAINING_HOURS, By.GENDER, "F", "3.60989"],
    ["((52000 + 40000 / 1.25) / 2 - 48000) / 42000 in percent", Name.GENDER_PAY_GAP, 0, undefined, "-14.285714"],
    ["52000 / ((48000 + 32000) / 2)", Name.REMUNERATION_RATIO, 0, undefined, "1.3"],
  ])("%s", async (_what, figure, by, group, value) => {
    await example();
    expect((await read()).value(figure, by, group)).toBe(value);
  });

  it("are explained by formulas with numbers and by the rates of currencies", async () => {
    await example();
    const { one } = await read();
    expect(one(Name.AVERAGE_FTE)).toMatchObject({
      disclosure: "ESRS S1-6",
      numerator: { value: "956.5" },
      denominator: { value: "365" },
      formula: "956.5 / 365",
      excludedPeople: 0,
    });
    expect(one(Name.GENDER_PAY_GAP).formula).toBe("(42000 - 48000) / 42000 * 100");
    expect(one(Name.TURNOVER_RATE).formula).toBe("1 / (1185 / 365) * 100");
    expect((await figures()).exchangeRates).toMatchObject([
      { currency: "EUR", rate: { value: "1" } },
      { currency: "USD", rate: { value: "1.25" }, rateDate: "2025-12-31", source: "ECB" },
    ]);
  });

  it("on a day have no averages, leavers and trainings", async () => {
    await example();
    const { all, value } = await read({ date: "2025-03-31" });
    expect(value(Name.HEAD_COUNT)).toBe("4");
    const names = new Set(all.map(({ figure }) => figure));
    for (const name of [Name.AVERAGE_HEAD_COUNT, Name.LEAVERS, Name.TRAINING_HOURS])
      expect(names.has(name)).toBe(false);
  });

  it("of another organization are not counted, and those of a group are added up", async () => {
    await example();
    const child = await activity.organization({ parentId: us.organizationId, accepted: true });
    await store({ gender: "O", born: "1990-01-01", contracts: [{ from: "2025-01-01" }] }, child);
    const holding = { ...us, descendants: [child.organizationId] };
    expect((await read(YEAR, child)).value(Name.HEAD_COUNT)).toBe("1");
    expect((await read(YEAR, holding)).value(Name.HEAD_COUNT)).toBe("3");
    expect((await read({ ...YEAR, includeChildren: true }, holding)).value(Name.HEAD_COUNT)).toBe("4");
  });
});

it("an organization without people has zeros, and no quotients", async () => {
  const { value, one } = await read();
  expect([value(Name.HEAD_COUNT), value(Name.AVERAGE_FTE), value(Name.LEAVERS)]).toEqual(["0", "0", "0"]);
  for (const name of [Name.TURNOVER_RATE, Name.DISABILITY_SHARE, Name.GENDER_PAY_GAP, Name.REMUNERATION_RATIO]) {
    expect(one(name).value).toBeUndefined();
  }
});

it("people whose pay has no rate or no working hours are left out and counted", async () => {
  await example();
  const contract = { from: "2024-01-01" };
  await store({ gender: "M", born: "1990-01-01", contracts: [{ ...contract, pay: ["1", "XXX"] }] });
  await store({ gender: "F", born: "1990-01-01", contracts: [{ ...contract, ratio: "0", pay: ["1", "EUR"] }] });
  const { one } = await read();
  expect(one(Name.GENDER_PAY_GAP)).toMatchObject({ value: { value: "-14.285714" }, excludedPeople: 2 });
  expect(one(Name.REMUNERATION_RATIO)).toMatchObject({ value: { value: "1.3" }, excludedPeople: 2 });
});

it("an erased person stays in the age band of the erasure", async () => {
  const { b } = await example();
  await activity.db.asService(
    us.organizationId,
    ({ tx }) => tx`
      update own_workforces set external_employee_id = null, birth_date = null, disabled_employee = null,
        age_band = '30_to_50', erased_at = now() where id = ${b}`,
  );
  const { value, one } = await read();
  expect(value(Name.AVERAGE_HEAD_COUNT)).toBe("3.246575");
  expect(value(Name.AVERAGE_HEAD_COUNT, By.AGE_BAND, "30_to_50")).toBe("3");
  expect(one(Name.DISABILITY_SHARE)).toMatchObject({ value: { value: "0" }, excludedPeople: 1 });
});

describe("a viewer", () => {
  const viewer = () => ({ ...us, role: "viewer" as const });
  const PERSONAL = [Name.DISABILITY_SHARE, Name.GENDER_PAY_GAP, Name.REMUNERATION_RATIO];
  const many = (gender: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        store({
          gender,
          born: "1990-01-01",
          disabled: n === 0,
          contracts: [{ from: "2024-01-01", pay: [`${40_000 + n}`, "EUR"] }],
        }),
      ),
    );

  it("sees no figure of few people's salaries or disabilities, and all other figures", async () => {
    await many("M", 10);
    await many("F", 9);
    const { all, value, one } = await read(YEAR, viewer());
    expect(value(Name.HEAD_COUNT)).toBe("19");
    const personal = all.filter(({ figure, withheld }) => figure === Name.DISABILITY_SHARE || withheld);
    expect(personal.every(({ withheld }) => withheld)).toBe(true);
    for (const { value: shown, numerator, denominator, formula } of personal) {
      expect([shown, numerator, denominator, formula]).toEqual([undefined, undefined, undefined, undefined]);
    }
    expect(one(Name.GENDER_PAY_GAP).withheld).toBe(true);
    expect((await read()).value(Name.GENDER_PAY_GAP)).toBeDefined();
  });

  it("sees those of many people without the numbers behind them, for whole calendar years only", async () => {
    await many("M", 10);
    await many("F", 10);
    const { one } = await read(YEAR, viewer());
    for (const name of PERSONAL) {
      const { value, numerator, denominator, formula, withheld } = one(name);
      expect(value).toBeDefined();
      expect([numerator, denominator, formula, withheld]).toEqual([undefined, undefined, undefined, false]);
    }
    for (const request of [{ date: "2025-12-31" }, { startDate: "2025-01-02", endDate: "2025-12-31" }]) {
      const { one: other } = await read(request, viewer());
      for (const name of PERSONAL) expect([other(name).withheld, other(name).value]).toEqual([true, undefined]);
    }
  });

  it("learns nothing of a small organization by adding it to a large one", async () => {
    await many("M", 10);
    await many("F", 10);
    const child = await activity.organization({ parentId: us.organizationId, accepted: true });
    await store({ gender: "F", born: "1990-01-01", contracts: [{ from: "2024-01-01", pay: ["1", "EUR"] }] }, child);
    const holding = { ...viewer(), descendants: [child.organizationId] };
    const { one } = await read({ ...YEAR, includeChildren: true }, holding);
    for (const name of PERSONAL) expect(one(name)).toMatchObject({ withheld: true });
  });
});

it("salaries that the numbers show are in the log of reads", async () => {
  const { a, b, d } = await example();
  await figures();
  await figures(YEAR, { ...us, role: "viewer" as const } as never);
  const reads = await activity.rows<{ ownWorkforceIds: string[]; people: number }>(us, "salary_reads");
  expect(reads).toHaveLength(1);
  expect(reads[0]!.ownWorkforceIds.toSorted()).toEqual([a, b, d].toSorted());
});

it.each([
  [{}, "query.date value_error.missing"],
  [{ startDate: "2025-01-01" }, "query.end_date value_error.missing"],
  [{ endDate: "2025-01-01" }, "query.start_date value_error.missing"],
  [{ date: "2025-02-30" }, "query.date value_error.date"],
  [{ date: "2025-01-01", ...YEAR }, "query.date value_error.extra"],
  [{ startDate: "2025-02-01", endDate: "2025-01-01" }, "query.end_date end_date_before_start_date"],
  [{ startDate: "2020-01-01", endDate: "2025-01-01" }, "query.end_date value_error.number.not_le"],
])("the period %o is refused", async (request, violation) => {
  expect((await refusalOf(figures(request))).violations).toEqual([violation]);
});
