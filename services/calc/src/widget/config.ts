import { type Check, refuse } from "@emissions/kit/wire/checks";
import { daysFrom } from "@emissions/quantity/period";
import {
  inside,
  type JsonObject,
  type Place,
  readDay,
  readEnum,
  readId,
  readList,
  readName,
  readObject,
  report,
} from "./reader.ts";

export const METRICS_MAX = 20;
export const PERIODS_MAX = 24;
/** Of one metric. */
export const ORGANIZATIONS_MAX = 100;
/** Of one metric. */
export const FACILITIES_MAX = 100;
export const METRIC_ID_LENGTH_MAX = 100;
export const CATEGORY_LENGTH_MAX = 64;
/** Days between the first and the last day of a period: ten years. */
export const PERIOD_DAYS_MAX = 3_660;

export const PERIODICITIES = ["month", "quarter", "year", "total"] as const;
export type Periodicity = (typeof PERIODICITIES)[number];

export const WIDGET_UNITS = ["kgCO2e", "tCO2e", "kg", "t", "kWh", "m3", "EUR", "count"] as const;
export type WidgetUnit = (typeof WIDGET_UNITS)[number];

/** Both ends included. */
export interface WidgetPeriod {
  startDate: string;
  endDate: string;
}

export interface WidgetMetric {
  id: string;
  /** The view that an invitation allows. */
  category: string;
  /** As sent. Which keys apply depends on the metric. */
  filters: JsonObject;
  /** Without repetitions, at least one. */
  organizationIds: string[];
  /** Without repetitions. Null for all facilities, and for records without one. */
  facilityIds: string[] | null;
}

/** A stored config may omit keys: a widget of text has no metrics. Only a complete config can be calculated. */
export interface WidgetConfig {
  metrics: WidgetMetric[];
  periods: WidgetPeriod[];
  periodicity: Periodicity | null;
  unit: WidgetUnit | null;
  /** Organizations of all metrics, without repetitions. */
  organizationIds: string[];
  /** Categories of all metrics, without repetitions. A widget is visible if an invitation allows all of them. */
  categories: string[];
}

/** A config that can be calculated. */
export interface CompleteConfig extends WidgetConfig {
  periodicity: Periodicity;
  unit: WidgetUnit;
}

/**
 * Reads the config of a widget. Unknown keys are ignored. Throws all violations at once, at locations below `at`, such as
 * [...at, "periods", "0", "end_date"]. With `allowed`, organizations outside of it are violations, too: they must be the
 * caller's own or accepted ones below it, in lower case.
 */
export const readConfig = (config: unknown, at: readonly string[], allowed?: ReadonlySet<string>): WidgetConfig =>
  read(config, at, { allowed, complete: false });

/** The same, and refuses a config without metrics, periods, periodicity or unit. */
export const readCompleteConfig = (
  config: unknown,
  at: readonly string[],
  allowed?: ReadonlySet<string>,
): CompleteConfig => read(config, at, { allowed, complete: true }) as CompleteConfig;

interface Rules {
  allowed: ReadonlySet<string> | undefined;
  complete: boolean;
}

function read(config: unknown, at: readonly string[], { allowed, complete }: Rules): WidgetConfig {
  const found: Check[] = [];
  const root = readObject({ value: config, loc: at, found });
  const min = complete ? 1 : 0;
  const key = <T>(name: string, of: (place: Place) => T | null): T | null => {
    if (root === null) return null;
    const place = inside(root, name);
    return place.value === undefined && !complete ? null : of(place);
  };
  const metrics = key("metrics", (place) => readAll(readList(place, { min, max: METRICS_MAX }), readMetric(allowed)));
  const periods = key("periods", (place) => readAll(readList(place, { min, max: PERIODS_MAX }), readPeriod));
  const periodicity = key("periodicity", (place) => readEnum(place, PERIODICITIES));
  const unit = key("unit", (place) => readEnum(place, WIDGET_UNITS));
  refuse(found);
  return {
    metrics: metrics ?? [],
    periods: periods ?? [],
    periodicity,
    unit,
    organizationIds: distinct((metrics ?? []).flatMap(({ organizationIds }) => organizationIds)),
    categories: distinct((metrics ?? []).map(({ category }) => category)),
  };
}

const readMetric =
  (allowed: ReadonlySet<string> | undefined) =>
  (item: Place): WidgetMetric | null => {
    const metric = readObject(item);
    if (metric === null) return null;
    const id = readName(inside(metric, "id"), METRIC_ID_LENGTH_MAX);
    const category = readName(inside(metric, "category"), CATEGORY_LENGTH_MAX);
    const filters = inside(metric, "filters");
    const filter = filters.value === undefined ? {} : readObject(filters)?.value;
    const aggregation = readObject(inside(metric, "aggregation"));
    const organizations = aggregation && inside(aggregation, "organizations");
    const facilities = aggregation && inside(aggregation, "facilities");
    const organizationIds = organizations && readIds(organizations, ORGANIZATIONS_MAX, allowed);
    const facilityIds = hasNone(facilities) ? null : readIds(facilities!, FACILITIES_MAX);
    return {
      id: id ?? "",
      category: category ?? "",
      filters: (filter ?? {}) as JsonObject,
      organizationIds: distinct(organizationIds ?? []),
      facilityIds: facilityIds && distinct(facilityIds),
    };
  };

const hasNone = (facilities: Place | null) =>
  facilities === null || facilities.value === undefined || facilities.value === null;

function readIds(list: Place, max: number, allowed?: ReadonlySet<string>): string[] | null {
  return readAll(readList(list, { min: 1, max }), (item) => {
    const named = readObject(item);
    if (named === null) return null;
    const place = inside(named, "id");
    const id = readId(place);
    // Same refusal for an unknown organization and for one outside the group.
    if (id !== null && allowed !== undefined && !allowed.has(id))
      return report(place, "value_error.organization", "not the organization of the request, nor one below it");
    return id;
  });
}

function readPeriod(item: Place): WidgetPeriod | null {
  const period = readObject(item);
  if (period === null) return null;
  const end = inside(period, "end_date");
  const startDate = readDay(inside(period, "start_date"));
  const endDate = readDay(end);
  if (startDate === null || endDate === null) return null;
  if (endDate < startDate) return report(end, "value_error.date_range", "ends before it starts");
  if (daysFrom(startDate, endDate) > PERIOD_DAYS_MAX)
    return report(end, "value_error.date_range", `the period is longer than ${PERIOD_DAYS_MAX} days`);
  return { startDate, endDate };
}

/** Reads every item, so that all violations are found. Items with one are omitted, because the config is refused. */
const readAll = <T>(items: Place[] | null, of: (item: Place) => T | null): T[] =>
  (items ?? []).map(of).filter((item) => item !== null);

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
