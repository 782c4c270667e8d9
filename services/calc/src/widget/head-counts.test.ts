import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import type { SumContractDaysRequest } from "@emissions/proto/activity/v1/workforce_figure_service";
import {
  CalculateWidgetRequestSchema,
  WidgetNullReason,
  WidgetPeriodicity,
  WidgetUnit,
} from "@emissions/proto/calc/v1/widget_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { adminOf } from "@emissions/testkit/principals";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, inLibrary, kWh, purchase } from "../record/record.fixture.ts";

let calc: CalcService;
const owner = newId();
const child = newId();
const principal = adminOf(owner, { descendants: [child] });
/** Days of contracts by organization, in every period that begins before March. */
const days = new Map([
  [owner, 93n],
  [child, 31n],
]);
let isAway = false;
const requests: SumContractDaysRequest[] = [];

beforeAll(async () => {
  calc = await calcService(factors.resolveFactors, undefined, (request) => {
    requests.push(request);
    if (isAway) throw new ConnectError("away", Code.Unavailable);
    const periods = request.periods.flatMap(({ startDate }, period) => (startDate < "2025-03-01" ? [period] : []));
    return {
      sums: request.organizationIds.flatMap((organizationId) =>
        periods.map((period) => ({ organizationId, period, days: days.get(organizationId)! })),
      ),
    };
  });
  // 0.4 kg and 0.05 kg for each kWh.
  const record = purchase({
    category: "electricity",
    quantity: kWh("100"),
    selector: inLibrary("electricity_residual_mix"),
    referenceDate: "2025-01-15",
  });
  await calc.deliver(
    RecordsStoredSchema,
    [owner, child].map((org) => ({ org, value: { records: [{ ...record, recordId: newId() }] } })),
  );
});
afterAll(() => calc.drop());

const ask = (aggregation: object, id = "intensity_employees", category = "per_employee") =>
  calc.widgets.calculateWidget(
    create(CalculateWidgetRequestSchema, {
      metrics: [{ id, category, aggregation }],
      periodicity: WidgetPeriodicity.MONTH,
      periods: [{ startDate: "2025-01-01", endDate: "2025-03-31" }],
      unit: WidgetUnit.KG_CO2E,
    }),
    calc.by(principal),
  );
const both = { organizations: [{ id: owner }, { id: child }] };

describe("emissions per employee", () => {
  it("divide the emissions of each point by its average head count, and are null without contracts", async () => {
    const [perHead, all] = [(await ask(both)).data!, (await ask(both, "emissions", "emissions")).data!];
    const emitted = Number(all.series[0]!.points[0]!.value!.value);
    expect(emitted).toBeGreaterThan(0);
    for (const [at, heads] of [3, 1].entries()) {
      const { points, perUnit } = perHead.series[at]!;
      expect(perUnit).toBe(WidgetUnit.COUNT);
      expect(Number(points[0]!.value!.value)).toBeCloseTo(emitted / heads, 10);
      expect(points[1]!.value!.value).toBe("0");
      expect(points[2]).toMatchObject({ nullReason: WidgetNullReason.DIVISION_BY_ZERO });
      expect(points[2]!.value).toBeUndefined();
    }
  });

  it("ask once for each metric, and no other metric asks", async () => {
    requests.length = 0;
    await ask(both);
    await ask(both, "emissions", "emissions");
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ organizationIds: [owner, child], projectId: "" });
    expect(requests[0]!.periods.map(({ startDate, endDate }) => `${startDate} ${endDate}`)).toEqual([
      "2025-01-01 2025-01-31",
      "2025-02-01 2025-02-28",
      "2025-03-01 2025-03-31",
    ]);
  });

  it("have a view of their own, and no facilities", async () => {
    const violations = async (call: Promise<unknown>) => (await refusalOf(call)).violations;
    expect(await violations(ask(both, "intensity_employees", "emissions"))).toEqual([
      "body.metrics.0.category value_error.metric_category",
    ]);
    const facilities = { organizations: [{ id: owner }], facilities: [{ id: newId() }] };
    expect(await violations(ask(facilities))).toEqual(["body.metrics.0.aggregation.facilities value_error.extra"]);
  });

  it("are refused as unavailable without activity, and other figures are not", async () => {
    isAway = true;
    await expect(ask(both)).rejects.toMatchObject({ code: Code.Unavailable });
    expect((await ask(both, "emissions", "emissions")).data!.series).toHaveLength(2);
    isAway = false;
  });
});
