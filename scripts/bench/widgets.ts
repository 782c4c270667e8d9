import { rm } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { newId } from "@emissions/kit/process/id";
import { EntityType, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { type CalculateWidgetRequest, WidgetPeriodicity, WidgetUnit } from "@emissions/proto/calc/v1/widget_service";
import { addDays } from "@emissions/quantity/period";
import { testFolder } from "@emissions/testkit/infra";
import { removePostgres, startPostgres } from "@emissions/testkit/postgres";
import { calcService } from "../../services/calc/src/calc.fixture.ts";
import { factors, inLibrary, purchase } from "../../services/calc/src/record/record.fixture.ts";
import { METRICS } from "../../services/calc/src/widget/metrics.ts";
import { percentiles } from "./load.ts";

/**
 * Measures dashboards of 40 widgets over two years, with Postgres but without NATS and the gateway:
 * `node scripts/bench/widgets.ts [records] [rounds]`. Half of the records are wastes of 20 facilities.
 */
const [records = 1_000_000, rounds = 200] = process.argv.slice(2).map(Number);
const PER_MESSAGE = 500;
const WIDGETS = 40;
const DAYS = 731;

const folder = testFolder();
const dataDir = join(folder, "postgres");
const postgres = await startPostgres({ dataDir, log: join(folder, "postgres.log"), durable: false });
process.env.TEST_DATABASE_URL = postgres.url;
process.env.TEST_NATS_URL = "none";
const calc = await calcService(factors.resolveFactors);
const org = newId();
const facilities = Array.from({ length: 20 }, () => newId());
try {
  for (let n = 0; n < records; n += PER_MESSAGE) {
    const page = Array.from({ length: Math.min(PER_MESSAGE, records - n) }, (_, index) => record(n + index));
    await calc.deliver(RecordsStoredSchema, [{ org, value: { records: page } }]);
  }
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    const widgets = Array.from({ length: WIDGETS }, (_, at) => calc.widgets.calculateWidget(widget(at), calc.by(org)));
    await Promise.all(widgets);
    times.push(performance.now() - begun);
  }
  process.stdout.write(`${JSON.stringify({ records, widgets: WIDGETS, rounds, ms: percentiles(times) })}\n`);
} finally {
  await calc.drop();
  await postgres.stop();
  await removePostgres(dataDir);
  await rm(folder, { recursive: true, force: true });
}

function record(n: number) {
  const day = addDays("2023-01-01", n % DAYS);
  if (n % 2 === 0) return purchase({ referenceDate: day, category: n % 4 === 0 ? "purchases" : "capital_goods" });
  const quantity = { value: { value: "12.5" }, unitId: newId(), unit: "kg" };
  const facilityId = facilities[n % facilities.length]!;
  const entityType = EntityType.WASTES;
  return purchase({
    referenceDate: day,
    category: "wastes",
    entityType,
    quantity,
    facilityId,
    selector: inLibrary("waste"),
  });
}

/** Every metric in turn, by month. Each fifth widget has a series for each of five facilities. */
function widget(at: number): Omit<CalculateWidgetRequest, "$typeName" | "$unknown"> {
  const { id, category, units } = METRICS[at % METRICS.length]!;
  const unit = units.includes("kgCO2e") ? WidgetUnit.KG_CO2E : units.includes("kg") ? WidgetUnit.KG : undefined;
  const of = (ids: string[]) =>
    ids.map((one) => ({ $typeName: "emissions.calc.v1.WidgetReference" as const, id: one }));
  return {
    metrics: [
      {
        $typeName: "emissions.calc.v1.WidgetMetric",
        id,
        category,
        aggregation: {
          $typeName: "emissions.calc.v1.WidgetAggregation",
          organizations: of([org]),
          facilities: of(at % 5 === 0 ? facilities.slice(0, 5) : []),
        },
      },
    ],
    periodicity: WidgetPeriodicity.MONTH,
    periods: [{ $typeName: "emissions.calc.v1.WidgetPeriod", startDate: "2023-01-10", endDate: "2024-12-31" }],
    unit: unit ?? WidgetUnit.KWH,
  };
}
