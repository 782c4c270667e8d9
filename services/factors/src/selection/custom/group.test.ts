import { newId } from "@emissions/kit/process/id";
import { describe, expect, it } from "vitest";
import { as, type GroupFactorFields, group, groupFactor, selectionClient, user } from "./custom.fixture.ts";
import {
  client,
  ours,
  reasonsOf,
  resolve,
  seeded,
  selection,
  units,
  valuesOf,
  withCatalogue,
} from "./custom-query.fixture.ts";

withCatalogue();

describe("a custom group", () => {
  async function groupOf(factors: Partial<GroupFactorFields>[], days = {}) {
    const id = await group(seeded.db, ours, days);
    for (const factor of factors) await groupFactor(seeded.db, ours, id, { unitId: units.kg, ...factor });
    return id;
  }

  it("selects the factor with the latest start, and gives the reasons for the others", async () => {
    const id = await groupOf([
      { gases: { co2e: "1" }, startDate: "2023-01-01" },
      { gases: { co2e: "2" }, startDate: "2024-01-01" },
      { gases: { co2e: "3" }, startDate: "2024-02-01", enabled: false },
      { gases: { co2e: "4" }, startDate: "2024-03-01", endDate: "2024-03-31" },
      { gases: { co2e: "5" }, startDate: "2024-04-01", unitId: units.l },
    ]);
    const answer = await resolve({ group: id }, { unitMustMatch: true });
    expect(answer.factor).toMatchObject({ key: id, category: "custom_group", revision: 3, startDate: "2024-01-01" });
    expect(valuesOf(answer)).toEqual({ co2e: "2" });
    expect(reasonsOf(answer)).toEqual([
      "true Chosen: starts latest of the group's factors for 2024-05-17.",
      "false Passed over: another one starts later, or at the same time with a smaller id.",
      "false Passed over: it is per l, not per kg.",
      "false Passed over: it is disabled.",
      "false Passed over: it does not apply on 2024-05-17.",
    ]);
  });

  it("selects the smaller id of two with the same start", async () => {
    const [small, large] = [newId(), newId()].toSorted();
    const id = await groupOf([{ id: large! }, { id: small! }]);
    expect((await resolve({ group: id })).factor?.id).toBe(small);
  });

  it.each<{ what: string; factors: () => Partial<GroupFactorFields>[]; days?: object; code: string }>([
    { what: "without factors", factors: () => [], code: "CUSTOM_FACTOR_NOT_VALID" },
    { what: "whose only factor was deleted", factors: () => [{ deleted: true }], code: "CUSTOM_FACTOR_NOT_VALID" },
    { what: "whose factors are disabled", factors: () => [{ enabled: false }], code: "CUSTOM_FACTOR_DISABLED" },
    { what: "whose factors ended", factors: () => [{ endDate: "2024-05-16" }], code: "CUSTOM_FACTOR_NOT_VALID" },
    { what: "that ended", factors: () => [{}], days: { endDate: "2024-05-16" }, code: "CUSTOM_FACTOR_NOT_VALID" },
    {
      what: "that starts later",
      factors: () => [{}],
      days: { startDate: "2024-05-18" },
      code: "CUSTOM_FACTOR_NOT_VALID",
    },
    { what: "of another unit", factors: () => [{ unitId: units.t }], code: "CUSTOM_FACTOR_UNIT_MISMATCH" },
  ])("$what fails with $code", async ({ factors, days, code }) => {
    const answer = await resolve({ group: await groupOf(factors(), days) }, { unitMustMatch: true });
    expect([answer.failureCode, answer.factor]).toEqual([code, undefined]);
    expect(answer.candidates.filter(({ chosen }) => chosen)).toEqual([]);
  });

  it("converts the quantity if the unit need not match", async () => {
    const answer = await resolve({ group: await groupOf([{ unitId: units.t }]) });
    const steps = answer.conversion.map((step) => [
      step.fromUnit,
      step.toUnit,
      step.multiplyBy?.value,
      step.divideBy?.value,
    ]);
    expect(steps).toEqual([["kg", "t", "1", "1000"]]);
  });

  it("uses a quantity that does not convert unchanged, with a remark", async () => {
    const answer = await resolve({ group: await groupOf([{ unitId: units.l }]) });
    expect([answer.failureCode, answer.conversion]).toEqual(["", []]);
    expect(reasonsOf(answer)[0]).toMatch(/kg cannot be converted to l, so the quantity is taken as it is/);
  });

  it("marks a yearly average rate, which a currency without daily rates has", async () => {
    const answer = await resolve({ group: await groupOf([{ unitId: units.USD }]) }, { unit: "AED" });
    expect(answer.fitness).toMatchObject({ yearlyRate: true });
    expect(answer.conversion.map(({ fromUnit, toUnit }) => [fromUnit, toUnit])).toEqual([
      ["AED", "EUR"],
      ["EUR", "USD"],
    ]);
  });

  it("needs the exchange rate of its currency", async () => {
    const answer = await resolve({ group: await groupOf([{ unitId: units.USD }]) }, { unit: "CUP" });
    expect(answer.failureCode).toBe("EXCHANGE_RATE_MISSING");
  });

  it("keeps the values of a pinned revision after later changes", async () => {
    const id = await group(seeded.db, ours);
    const factor = await groupFactor(seeded.db, ours, id, { unitId: units.kg, gases: { co2e: "1" } });
    await groupFactor(seeded.db, ours, id, { id: factor, unitId: units.kg, gases: { co2e: "2" } });
    await groupFactor(seeded.db, ours, id, { id: factor, unitId: units.kg, deleted: true });
    await seeded.db.asService(ours, ({ tx }) => tx`update custom_groups set deleted_at = now() where id = ${id}`);
    const selections = [1, 2, 3, 4, 5, 0].map((revision) => selection({ group: id }, { revision }));
    for (const asking of [client, client, selectionClient(seeded)]) {
      const { resolutions } = await asking.resolveFactors({ selections }, as(user(ours)));
      const results = resolutions.map(({ failureCode, factor }) => failureCode || factor?.values?.co2e?.value);
      const missing = "CUSTOM_FACTOR_NOT_FOUND";
      expect(results).toEqual(["CUSTOM_FACTOR_NOT_VALID", "1", "2", "CUSTOM_FACTOR_NOT_VALID", missing, missing]);
    }
  });

  it("does not cache a future revision", async () => {
    const id = await groupOf([{}]);
    expect((await resolve({ group: id }, { revision: 3 })).failureCode).toBe("CUSTOM_FACTOR_NOT_FOUND");
    await groupFactor(seeded.db, ours, id, { unitId: units.kg, gases: { co2e: "8" }, startDate: "2024-01-01" });
    expect(valuesOf(await resolve({ group: id }, { revision: 3 }))).toEqual({ co2e: "8" });
  });
});
