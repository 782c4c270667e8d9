import type { AnswerOf } from "@emissions/client";
import { day, month } from "../format/dates.ts";
import type { Language, Say } from "../words/words.ts";
import type { Config, Period, Unit } from "./config.ts";
import { type Catalogue, metricName, nameOf } from "./names.ts";

export type WidgetData = AnswerOf<"calculateWidget">;
type Series = WidgetData["series"][number];
type Point = Series["points"][number];

/** Figures as a chart and a table show them. Decimals are texts; a point without a divisor has none. */
export interface Figures {
  labels: readonly string[];
  sets: readonly { name: string; values: readonly (string | null)[] }[];
  /** Empty if the sets have different units, which their names then have. */
  unit: string;
}

export interface Reader {
  say: Say;
  language: Language;
  locale: string;
  catalogue: Catalogue;
}

const UNITS: Partial<Record<Unit, string>> = { kgCO2e: "kg CO2e", tCO2e: "t CO2e", m3: "m³" };
export const unitText = (unit: Unit) => UNITS[unit] ?? unit;

const unitOf = ({ unit }: WidgetData, { per_unit }: Series) =>
  per_unit === null ? unitText(unit) : `${unitText(unit)}/${unitText(per_unit)}`;

/** The names of the series: as short as tells them apart. */
function seriesNames(data: WidgetData, { language, catalogue }: Reader): string[] {
  const { series } = data;
  const differ = (of: (one: Series) => string | null) => new Set(series.map(of)).size > 1;
  const units = differ((one) => one.per_unit);
  const organizations = differ((one) => one.organization_id);
  return series.map((one) => {
    const place = [
      ...(organizations ? [nameOf(catalogue.organizations, one.organization_id)] : []),
      ...(one.facility_id === null ? [] : [nameOf(catalogue.facilities, one.facility_id)]),
    ];
    const metric = place.length === 0 || differ(({ metric_id }) => metric_id);
    const parts = [...(metric ? [metricName(catalogue.metrics, one.metric_id, language)] : []), ...place];
    return parts.join(", ") + (units ? ` (${unitOf(data, one)})` : "");
  });
}

/** The points of each period. They follow one another, and the last one ends with its period. */
export function pointsByPeriod(points: readonly Point[], periods: readonly Period[]): Point[][] {
  let at = 0;
  return periods.map(({ end_date }) => {
    const last = points.findIndex(({ period_end }, index) => index >= at && period_end === end_date);
    const found = points.slice(at, last + 1);
    at = last + 1;
    return found;
  });
}

/** Whether the figures have the unit and the periods of the config. */
export function fits({ unit, periodicity, series }: WidgetData, config: Config): boolean {
  if (unit !== config.unit || periodicity !== config.periodicity) return false;
  const points = series[0]?.points ?? [];
  const parts = pointsByPeriod(points, config.periods);
  const isWhole = (part: readonly Point[], at: number) =>
    part[0]?.period_start === config.periods[at]?.start_date && (periodicity !== "total" || part.length === 1);
  return parts.every(isWhole) && parts.flat().length === points.length;
}

export function periodName({ start_date, end_date }: Period, locale: string): string {
  const year = start_date.slice(0, 4);
  if (start_date === `${year}-01-01` && end_date === `${year}-12-31`) return year;
  return `${day(start_date, locale)} – ${day(end_date, locale)}`;
}

function pointName({ period_start }: Point, { periodicity }: WidgetData, { say, locale }: Reader): string {
  const [year = 0, number = 1] = period_start.split("-").map(Number);
  if (periodicity === "month") return month(year, number, locale);
  if (periodicity === "quarter") return say("boards.quarter", { quarter: Math.ceil(number / 3), year });
  return String(year);
}

/** The part of the year, by which the points of different years are compared. */
function partOfYear({ period_start }: Point, { periodicity }: WidgetData, { locale, say }: Reader): string {
  const number = Number(period_start.slice(5, 7));
  if (periodicity === "quarter") return say("boards.quarterOfYear", { quarter: Math.ceil(number / 3) });
  return new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" }).format(
    new Date(Date.UTC(2025, number - 1)),
  );
}

const valuesOf = (points: readonly Point[]) => points.map(({ value }) => value);

/** Periods beside each other, each with a set of its own. */
function totals(data: WidgetData, periods: readonly Period[], reader: Reader): Omit<Figures, "unit"> {
  const names = seriesNames(data, reader);
  const periodNames = periods.map((period) => periodName(period, reader.locale));
  const [only, ...others] = data.series;
  if (only && others.length === 0 && periods.length > 1)
    return { labels: periodNames, sets: [{ name: names[0]!, values: valuesOf(only.points) }] };
  const sets = periodNames.map((name, at) => ({
    name,
    values: data.series.map(({ points }) => points[at]?.value ?? null),
  }));
  return { labels: names, sets };
}

/** Points along the time. Periods of the same parts of a year lie above each other; others follow one another. */
function courses(data: WidgetData, periods: readonly Period[], reader: Reader): Omit<Figures, "unit"> {
  const names = seriesNames(data, reader);
  const parts = pointsByPeriod(data.series[0]?.points ?? [], periods);
  const labels = parts.map((points) => points.map((point) => partOfYear(point, data, reader)));
  const comparable =
    data.periodicity !== "year" && periods.length > 1 && new Set(labels.map((texts) => texts.join())).size === 1;
  if (!comparable) {
    const all = parts.flat().map((point) => pointName(point, data, reader));
    return { labels: all, sets: data.series.map(({ points }, at) => ({ name: names[at]!, values: valuesOf(points) })) };
  }
  const sets = data.series.flatMap(({ points }, at) =>
    pointsByPeriod(points, periods).map((found, index) => ({
      name: [...(names.length > 1 ? [names[at]!] : []), periodName(periods[index]!, reader.locale)].join(", "),
      values: valuesOf(found),
    })),
  );
  return { labels: labels[0] ?? [], sets };
}

export function figuresOf(data: WidgetData, periods: readonly Period[], reader: Reader): Figures {
  const units = new Set(data.series.map((one) => unitOf(data, one)));
  const figures = data.periodicity === "total" ? totals(data, periods, reader) : courses(data, periods, reader);
  return { ...figures, unit: units.size === 1 ? [...units][0]! : "" };
}
