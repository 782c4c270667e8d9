import { SurveyRowSource, SurveyRowStatus } from "@emissions/proto/activity/v1/survey_row";
import { CommuteTransport } from "@emissions/proto/factors/v1/commute";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, deletions, eachTest, us } from "../activity.fixture.ts";
import {
  addEmployee,
  calculate,
  deleteWithPeriods,
  employees,
  periods,
  totalsOfEmployee,
} from "../employee/employee.fixture.ts";
import { addRow, addSurvey, bus, car, rowLink, rowOf, rows, surveys } from "../survey/survey.fixture.ts";
import { eraseSurveyRows } from "./erasure.ts";

eachTest();

const { ANSWERED, BLANK, PENDING } = SurveyRowStatus;

/** Commutes, and their kilograms. */
async function emissionsOf(id: string): Promise<[number, number | null]> {
  const { commutesCount, co2e } = await rowOf(id);
  return [commutesCount, co2e === undefined ? null : Number(co2e.value)];
}

/** A row of an employee with an answer of two commutes. */
async function answeredRow() {
  const { id: surveyId } = await addSurvey();
  const ada = await addEmployee({ name: "Ada Lovelace", email: "ada@example.com", externalId: "E-1" });
  const id = await addRow(surveyId, ada.id);
  const { row } = await rows().answerSurveyRow({ id, commutes: [car({ origin: "12 Home Street" }), bus] });
  const { commutingPeriods } = await periods().listCommutingPeriods({ surveyRowId: [id] });
  return { id, surveyId, ada, row: row!, periodIds: commutingPeriods.map((period) => period.id) };
}

describe("a row", () => {
  it("is answered by an editor, in a closed survey, too", async () => {
    const { id: surveyId } = await addSurvey();
    const id = await addRow(surveyId);
    await surveys().closeSurvey({ id: surveyId });
    const { row } = await rows().answerSurveyRow({ id, commutes: [car({ origin: "Sants", dailyTrips: 2 })] });
    expect(row).toMatchObject({
      id,
      status: ANSWERED,
      source: SurveyRowSource.MANUAL,
      commutesCount: 1,
      commute: {
        transportType: CommuteTransport.CAR,
        origin: "Sants",
        totalKm: { value: "15" },
        dailyTrips: 2,
        weeklyTravels: [0, 1, 2, 3, 4],
        hoursPerDay: { value: "8" },
        carpool: false,
      },
    });
    expect(row!.co2e).toBeUndefined();
    expect(await refusalOf(rows().answerSurveyRow({ id }))).toMatchObject({ code: "SURVEY_ALREADY_ANSWERED" });
  });

  it("is marked as blank, and opened again", async () => {
    const { id: surveyId } = await addSurvey();
    const id = await addRow(surveyId);
    expect((await rows().answerSurveyRow({ id })).row).toMatchObject({ status: BLANK });
    const { row } = await rows().reopenSurveyRow({ id });
    expect([row!.status, row!.answeredAt]).toEqual([PENDING, undefined]);
    expect((await rows().reopenSurveyRow({ id })).row).toEqual(row);
  });

  it("shows the exact sum of the results of its commutes, whatever order and time they come in", async () => {
    const { id, ada, periodIds } = await answeredRow();
    const [one, other] = [periodIds[0]!, periodIds[1]!];
    expect(await emissionsOf(id)).toEqual([2, null]);
    await Promise.all([
      calculate([{ recordId: one, co2e: "0.1" }]),
      calculate([{ recordId: other, co2e: "622.750000000001" }]),
    ]);
    expect(await emissionsOf(id)).toEqual([2, 622.850000000001]);
    await calculate([{ recordId: one, co2e: "0.1" }]);
    expect(await emissionsOf(id)).toEqual([2, 622.850000000001]);
    expect(await totalsOfEmployee(ada.id)).toEqual([622.850000000001, 0]);
    await periods().deleteCommutingPeriod({ id: other });
    expect(await emissionsOf(id)).toEqual([1, 0.1]);
    await periods().updateCommutingPeriod({ id: one, totalKm: { value: "16" }, updateMask: { paths: ["total_km"] } });
    expect(await emissionsOf(id)).toEqual([1, null]);
    await calculate([{ recordId: one, revision: 2, failed: "FACTOR_NOT_FOUND" }]);
    expect(await emissionsOf(id)).toEqual([1, null]);
    await calculate([{ recordId: one, revision: 2, co2e: "0" }]);
    expect(await emissionsOf(id)).toEqual([1, 0]);
  });

  it("loses its answer with the commuting periods when it is opened again", async () => {
    const { id, ada, periodIds } = await answeredRow();
    await calculate(periodIds.map((recordId) => ({ recordId, co2e: "5" })));
    const { row } = await rows().reopenSurveyRow({ id });
    expect([row!.status, row!.commute, ...(await emissionsOf(id))]).toEqual([PENDING, undefined, 0, null]);
    expect((await deletions()).map(({ recordId }) => recordId).sort()).toEqual([...periodIds].sort());
    expect(await totalsOfEmployee(ada.id)).toEqual([0, 0]);
    expect((await rows().answerSurveyRow({ id, commutes: [bus] })).row).toMatchObject({ commutesCount: 1 });
  });

  it("is deleted with its answer and its link", async () => {
    const { id, surveyId } = await answeredRow();
    const other = await addRow(surveyId);
    await rowLink(surveyId, other);
    for (const row of [id, other]) await rows().deleteSurveyRow({ id: row });
    expect(await activity.rows(us, "commuting_periods")).toEqual([]);
    expect(await activity.rows(us, "survey_links")).toEqual([]);
    expect(await refusalOf(rowOf(id))).toMatchObject({ code: "SURVEY_ROW_NOT_FOUND" });
    expect((await surveys().getSurvey({ id: surveyId })).survey).toMatchObject({ pendingCount: 0, answeredCount: 0 });
  });

  it("is not found by another organization, as one that does not exist", async () => {
    const { id } = await answeredRow();
    const other = await activity.organization();
    const calls = [
      rowOf(id, other),
      rows(other).answerSurveyRow({ id }),
      rows(other).reopenSurveyRow({ id }),
      rows(other).deleteSurveyRow({ id }),
      rows(other).reopenSurveyRow({ id: "x" }),
    ];
    const refusals = await Promise.all(calls.map(refusalOf));
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(["SURVEY_ROW_NOT_FOUND"]));
    expect(await rowOf(id)).toMatchObject({ status: ANSWERED, commutesCount: 2 });
  });

  it("has neither places nor names in the audit log", async () => {
    await answeredRow();
    const logged = await activity.rows<{ action: string; changes: unknown }>(us, "audit_log");
    const changes = logged.filter(({ action }) => action.includes("Survey")).map((row) => row.changes);
    expect(JSON.stringify(changes)).not.toMatch(/Ada|ada@|Home Street|E-1/);
  });
});

describe("a row of an employee who", () => {
  it("is erased keeps its emissions without the person", async () => {
    const { id, ada, periodIds } = await answeredRow();
    await calculate(periodIds.map((recordId) => ({ recordId, co2e: "5" })));
    await employees().deleteEmployee({ id: ada.id, erase: true });
    const row = await rowOf(id);
    expect(row).toMatchObject({ anonymous: true, status: ANSWERED });
    expect(await emissionsOf(id)).toEqual([2, 10]);
    expect([row.name, row.email, row.externalId, row.employeeId]).toEqual([undefined, undefined, undefined, undefined]);
    const tables = await Promise.all(["survey_rows", "commuting_periods"].map((table) => activity.rows(us, table)));
    expect(JSON.stringify(tables)).not.toMatch(/Ada|ada@|ada lovelace|Home Street|E-1/);
  });

  it("is erased before an answer is deleted, with its link", async () => {
    const { id: surveyId } = await addSurvey();
    const ada = await addEmployee();
    await rowLink(surveyId, await addRow(surveyId, ada.id));
    await activity.db.asService(us.organizationId, (write) => eraseSurveyRows(write, [ada.id]));
    expect(await activity.rows(us, "survey_rows")).toEqual([]);
    expect(await activity.rows(us, "survey_links")).toEqual([]);
  });

  it("is deleted is deleted, too", async () => {
    const { id, ada } = await answeredRow();
    await deleteWithPeriods(ada.id);
    expect(await refusalOf(rowOf(id))).toMatchObject({ code: "SURVEY_ROW_NOT_FOUND" });
    expect(await activity.rows(us, "commuting_periods")).toEqual([]);
  });
});
