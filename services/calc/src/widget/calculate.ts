import type { HandlerContext } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { principalOf } from "@emissions/kit/wire/principal";
import { Decimal, divide, plain, ZERO } from "@emissions/quantity/decimal";
import type { Context } from "../context.ts";
import {
  type CompleteConfig,
  type Periodicity,
  readCompleteConfig,
  type WidgetPeriod,
  type WidgetUnit,
} from "./config.ts";
import { perEmployee, selectContractDays } from "./head-counts.ts";
import { perUnitOf } from "./metrics.ts";
import { type PointSum, selectAmountSums, selectEmissions } from "./queries.ts";
import { type Selected, type Selection, selectionOf } from "./selection.ts";

/** The figures of a widget. */
export interface WidgetFigures {
  unit: WidgetUnit;
  periodicity: Periodicity;
  series: WidgetFigureSeries[];
}

export interface WidgetFigureSeries {
  metricId: string;
  organizationId: string;
  /** Null for a whole organization. */
  facilityId: string | null;
  /** The unit of the divisor of an intensity. */
  perUnit: WidgetUnit | null;
  points: WidgetFigure[];
}

export interface WidgetFigure extends WidgetPeriod {
  /** Exact digits. Null if the divisor of an intensity is zero. */
  value: string | null;
}

export interface WidgetRequest {
  /** A config as stored or sent: any JSON value. */
  config: unknown;
  /** Location of the config in the request, for violations. */
  at: readonly string[];
  /**
   * Organizations whose figures the caller may see: its own and those below it. For a widget of a shared dashboard, those of
   * the owner; the handler checks before that the caller sees the widget. In lower case.
   */
  allowed: ReadonlySet<string>;
  /** The project of the dashboard, by which an invited organization sees those of the owner. */
  projectId?: string;
}

/**
 * Calculates a widget from the totals, with one query for each metric and amount. Asks activity for contracts. Refuses a config with 422, all violations
 * of its form together, then all of its meaning. The answer and its time depend on the named organizations alone: nothing is
 * cached, and an organization outside of `allowed` is refused before anything is read.
 */
export async function calculateWidget(
  { db, workforce }: Pick<Context, "db" | "workforce">,
  call: HandlerContext,
  { config, at, allowed, projectId = "" }: WidgetRequest,
): Promise<WidgetFigures> {
  const complete = readCompleteConfig(config, at, allowed);
  const selection = selectionOf(complete, at);
  const { organizationId } = principalOf(call);
  const vouched = complete.organizationIds.filter((id) => id !== organizationId);
  // Before the transaction: no connection waits for another service.
  const contractDays = await Promise.all(
    selection.metrics.map(({ metric, organizationIds }) =>
      metric.isPerEmployee
        ? selectContractDays({ workforce }, call, { organizationIds, points: selection.points, projectId })
        : null,
    ),
  );
  return await db.read(call, (tx) => figuresOf(tx, complete, { ...selection, contractDays }), { vouched });
}

interface Counted extends Selection {
  /** Of each metric. Null for those without the divisor. */
  contractDays: (readonly PointSum[] | null)[];
}

async function figuresOf(
  tx: Tx,
  { unit, periodicity }: CompleteConfig,
  { metrics, points, contractDays }: Counted,
): Promise<WidgetFigures> {
  const series = await Promise.all(
    metrics.map((metric, at) => seriesOf(tx, metric, { points, unit, contractDays: contractDays[at]! })),
  );
  return { unit, periodicity, series: series.flat() };
}

interface Wanted {
  points: readonly WidgetPeriod[];
  unit: WidgetUnit;
  contractDays: readonly PointSum[] | null;
}

async function seriesOf(
  tx: Tx,
  selected: Selected,
  { points, unit, contractDays }: Wanted,
): Promise<WidgetFigureSeries[]> {
  const { metric, organizationIds, facilityIds } = selected;
  const { emissions, amount } = metric;
  const [kilograms, amounts] = await Promise.all([
    emissions === null ? null : selectEmissions(tx, points, selected),
    amount === null ? null : selectAmountSums(tx, points, { organizationIds, facilityIds, category: amount }),
  ]);
  const emitted = kilograms && lookUp(kilograms);
  const divisors = contractDays ?? amounts;
  const recorded = divisors && lookUp(divisors);
  const valueAt = (key: string, period: WidgetPeriod) => {
    if (emitted === null) return plain(inUnit(recorded!(key), unit));
    const value = inUnit(emitted(key), unit);
    if (recorded === null) return plain(value);
    const divisor = recorded(key);
    if (divisor.isZero()) return null;
    return plain(contractDays === null ? divide(value, divisor) : perEmployee(value, divisor, period));
  };
  const owners = facilityIds ?? organizationIds;
  return owners.map((ownerId) => ({
    metricId: metric.id,
    organizationId: facilityIds === null ? ownerId : organizationIds[0]!,
    facilityId: facilityIds === null ? null : ownerId,
    perUnit: perUnitOf(metric),
    points: points.map((period, point) => ({ ...period, value: valueAt(`${point}/${ownerId}`, period) })),
  }));
}

/** Sums by point and owner. A point without rows is zero. */
function lookUp(rows: readonly PointSum[]): (key: string) => Decimal {
  const sums = new Map(
    rows.map(({ point, organizationId, facilityId, sum }) => [`${point}/${facilityId ?? organizationId}`, sum]),
  );
  return (key) => {
    const sum = sums.get(key);
    return sum === undefined ? ZERO : new Decimal(sum);
  };
}

const PER_THOUSAND = new Decimal("0.001");
const THOUSANDS: readonly WidgetUnit[] = ["tCO2e", "t"];

/** Sums are in kilograms, kilowatt hours and cubic metres. */
const inUnit = (sum: Decimal, unit: WidgetUnit): Decimal => (THOUSANDS.includes(unit) ? sum.times(PER_THOUSAND) : sum);
