import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { GroupService } from "@emissions/proto/activity/v1/group_service";
import { ProjectService } from "@emissions/proto/activity/v1/project_service";
import { WorkforceFigureName, WorkforceFigureService } from "@emissions/proto/activity/v1/workforce_figure_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { beforeEach, describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";

eachTest();

const YEAR = { startDate: "2025-01-01", endDate: "2025-12-31" };
const workforce = (by: Principal = us) => activity.as(by, WorkforceFigureService);
/** The periods of contracts of one person each. */
const CONTRACTS: readonly (readonly [from: string, to: string | null])[] = [
  ["2024-01-01", null],
  ["2025-03-15", "2025-06-30"],
  ["2025-12-31", null],
  ["2023-01-01", "2024-12-31"],
];

beforeEach(async () => {
  await activity.db.asService(us.organizationId, async ({ tx, org }) => {
    for (const [from, to] of CONTRACTS) {
      const id = newId();
      await tx`
        insert into own_workforces (organization_id, id, external_employee_id, birth_date, gender, disabled_employee)
        values (${org}, ${id}, ${id}, '1990-01-31', 'F', false)`;
      await tx`
        insert into workforce_contracts (organization_id, id, own_workforce_id, contract_type, start_date, end_date,
          end_date_reason, country, working_hours_ratio)
        values (${org}, ${newId()}, ${id}, 'permanent', ${from}, ${to}, ${to && "retirement"}, 'ES', 1)`;
    }
  });
});

const daysOf = async (by: Principal, { projectId = "", periods = [YEAR], of = us.organizationId } = {}) =>
  (await workforce(by).sumContractDays({ organizationIds: [of], periods, projectId })).sums
    .toSorted((a, b) => a.period - b.period)
    .map(({ period, days }) => [period, Number(days)]);

describe("days of contracts", () => {
  it("are counted in each period, which may overlap, and are absent without contracts", async () => {
    const periods = [
      YEAR,
      { startDate: "2025-06-30", endDate: "2025-07-01" },
      { startDate: "2022-01-01", endDate: "2022-12-31" },
      { startDate: "2025-12-31", endDate: "2025-12-31" },
    ];
    expect(await daysOf(us, { periods })).toEqual([
      [0, 365 + 108 + 1],
      [1, 2 + 1],
      [3, 2],
    ]);
  });

  it("divided by those of the period are the average head count", async () => {
    const { figures } = await workforce().getWorkforceFigures(YEAR);
    const average = figures!.figures.find(
      ({ figure, groupedBy }) => figure === WorkforceFigureName.AVERAGE_HEAD_COUNT && groupedBy === 0,
    )!;
    const [[, days]] = (await daysOf(us)) as [[number, number]];
    expect(Number(average.value!.value)).toBeCloseTo(days / 365, 6);
  });

  it("of the owner of a project are summed for those who see it, as long as they do", async () => {
    const { organization } = await activity
      .as(us, GroupService)
      .createChildOrganization({ name: "North", country: "SE" });
    const organizationId = organization!.id;
    const north = { ...us, organizationId };
    const projects = activity.as(us, ProjectService);
    const { project } = await projects.createProject({ name: "Report", responsibleUserId: us.userId });
    const projectId = project!.id;
    expect(await daysOf(north, { projectId })).toEqual([]);
    await projects.inviteToProject({ id: projectId, organizationId, allowedViews: [] });
    expect(await daysOf(north, { projectId })).toEqual([[0, 474]]);
    expect(await daysOf(north)).toEqual([]);
    expect(await daysOf(north, { projectId: newId() })).toEqual([]);
    await projects.withdrawProjectInvitation({ id: projectId, organizationId });
    expect(await daysOf(north, { projectId })).toEqual([]);
  });

  it("of other organizations are left out", async () => {
    expect(await daysOf(await activity.organization())).toEqual([]);
  });

  it("are asked for at most 100 organizations and 10,000 periods", async () => {
    const many = workforce().sumContractDays({ organizationIds: Array(101).fill(us.organizationId), periods: [YEAR] });
    expect((await refusalOf(many)).violations).toEqual(["body.organization_ids value_error.list.max_items"]);
    const periods = Array(10_001).fill(YEAR);
    const long = workforce().sumContractDays({ organizationIds: [us.organizationId], periods });
    expect((await refusalOf(long)).violations).toEqual(["body.periods value_error.list.max_items"]);
  });
});
