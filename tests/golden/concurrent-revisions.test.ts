import { type RevisionFields, record, revise } from "@emissions/factors/selection/custom/custom.fixture";
import { newId } from "@emissions/kit/process/id";
import { fraction, textOf, times } from "@emissions/quantity/oracle";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Activity, type FactorsAndCalc, factorsAndCalc } from "./services.ts";

const CALCULATIONS = 1_000;
const BATCH = 25;
const DAY = "2024-05-17";

let services: FactorsAndCalc;
beforeAll(async () => {
  services = await factorsAndCalc();
});
afterAll(() => services.drop());

/** Each revision has another value. Every third is disabled, every fifth has ended, and the others are usable. */
function revisionOf(revision: number, unitId: string): RevisionFields {
  const own = { unitId, gases: { co2e: `${revision}.125` } };
  if (revision % 3 === 0) return { ...own, enabled: false };
  return revision % 5 === 0 ? { ...own, endDate: "2024-05-16" } : own;
}

function failureOf(revision: number): string | undefined {
  if (revision % 3 === 0) return "CUSTOM_FACTOR_DISABLED";
  return revision % 5 === 0 ? "CUSTOM_FACTOR_NOT_VALID" : undefined;
}

it("a thousand calculations each match one revision of a factor that changes at the same time", async () => {
  const org = newId();
  const unitId = services.unitId("kg");
  const id = await record(services.db, org, [revisionOf(1, unitId)]);
  let newest = 1;
  const edit = async () => {
    await revise(services.db, org, id, newest + 1, revisionOf(newest + 1, unitId));
    newest++;
  };

  /** Every second one pins the revision at its acceptance; the others use the current one at the calculation. */
  const activity = (n: number, revision: number): Activity & { revision: number } => {
    const pinned = { recordId: id, revision: n % 2 === 0 ? revision : 0, organizationId: org };
    const value = { $typeName: "emissions.factors.v1.CustomRecordSelector" as const, ...pinned };
    return {
      selector: { case: "customRecord", value },
      quantity: `${n + 1}`,
      unitId,
      day: DAY,
      revision: pinned.revision,
    };
  };
  const stored: { id: string; n: number; revision: number }[] = [];
  for (let from = 0; from < CALCULATIONS; from += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, at) => activity(from + at, newest));
    // An edit accompanies each batch, however fast the machine is.
    const [ids] = await Promise.all([services.store(org, batch), edit()]);
    stored.push(...ids.map((each, at) => ({ id: each, n: from + at, revision: batch[at]!.revision })));
  }

  const used = new Set<number>();
  for (const { id: calculation, n, revision } of stored) {
    const { co2e, factor, errorCode, candidates } = await services.explain(org, calculation);
    const named = candidates[0]!.factor!.revision;
    if (revision > 0) expect(named).toBe(revision);
    expect([errorCode, factor?.revision]).toEqual(
      failureOf(named) ? [failureOf(named), undefined] : [undefined, named],
    );
    if (factor) expect(co2e!.value).toBe(textOf(times(fraction(`${n + 1}`), fraction(`${named}.125`))));
    used.add(named);
  }
  expect(used.size).toBeGreaterThan(3);
});
