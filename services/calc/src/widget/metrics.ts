import type { GhgCategory } from "../methods/ghg-category.ts";
import type { Scope } from "../methods/method.ts";
import { AMOUNT_UNITS, type AmountCategory } from "../total_impact/amounts.ts";
import type { WidgetUnit } from "./config.ts";
import { AMOUNT_NAMES, CATEGORY_NAMES, GHG_NAMES, INTENSITY_NAMES, type Names, TOTAL_NAMES } from "./metric-names.ts";

export type MetricFilter = "scopes" | "categories" | "ghg_categories";

/** The emissions that a metric sums. Null selects everything. */
export interface EmissionsPart {
  scope: Scope | null;
  category: string | null;
  ghgCategory: string | null;
}

export interface Metric {
  id: string;
  /** The view that an invitation allows. It belongs to the metric, so that a config cannot show figures of another view. */
  category: string;
  names: Names;
  units: readonly WidgetUnit[];
  filters: readonly MetricFilter[];
  /** Null for an amount. */
  emissions: EmissionsPart | null;
  /** The amount itself, or the divisor of an intensity. */
  amount: AmountCategory | null;
  /** Whether the average head count is the divisor. */
  isPerEmployee: boolean;
}

const EMISSION_UNITS: readonly WidgetUnit[] = ["kgCO2e", "tCO2e"];
const ALL: EmissionsPart = { scope: null, category: null, ghgCategory: null };

/** Units of an amount whose sums are in the first one. */
const UNITS_OF = { kWh: ["kWh"], kg: ["kg", "t"], m3: ["m3"] } as const;

const emissions = (
  id: string,
  category: string,
  { names, part, filters }: { names: Names; part: Partial<EmissionsPart>; filters: readonly MetricFilter[] },
): Metric => ({
  id,
  category,
  names,
  units: EMISSION_UNITS,
  filters,
  emissions: { ...ALL, ...part },
  amount: null,
  isPerEmployee: false,
});

const amountCategories = Object.keys(AMOUNT_UNITS) as AmountCategory[];
const SCOPES: readonly Scope[] = [1, 2, 3];

/** All metrics, in the order of the list. */
export const METRICS: readonly Metric[] = [
  emissions("emissions", "emissions", {
    names: TOTAL_NAMES.all,
    part: {},
    filters: ["scopes", "categories", "ghg_categories"],
  }),
  ...SCOPES.map((scope) =>
    emissions(`emissions_scope_${scope}`, `scope_${scope}`, {
      names: TOTAL_NAMES[scope],
      part: { scope },
      filters: ["categories", "ghg_categories"],
    }),
  ),
  ...Object.entries(CATEGORY_NAMES).map(([category, names]) =>
    emissions(`emissions_${category}`, category, { names, part: { category }, filters: ["scopes", "ghg_categories"] }),
  ),
  ...Object.entries(GHG_NAMES).map(([ghgCategory, names]) =>
    emissions(`emissions_ghg_${ghgCategory}`, `ghg_${ghgCategory}`, {
      names,
      part: { ghgCategory },
      filters: ["categories"],
    }),
  ),
  ...amountCategories.map(
    (category): Metric => ({
      id: `amount_${category}`,
      category,
      names: AMOUNT_NAMES[category],
      units: UNITS_OF[AMOUNT_UNITS[category]],
      filters: [],
      emissions: null,
      amount: category,
      isPerEmployee: false,
    }),
  ),
  ...amountCategories.map(
    (category): Metric => ({
      id: `intensity_${category}`,
      category,
      names: INTENSITY_NAMES[category],
      units: EMISSION_UNITS,
      filters: [],
      emissions: { ...ALL, category },
      amount: category,
      isPerEmployee: false,
    }),
  ),
  // A view of its own: with the emissions it shows the head count.
  {
    id: "intensity_employees",
    category: "per_employee",
    names: TOTAL_NAMES.perEmployee,
    units: EMISSION_UNITS,
    filters: ["scopes", "categories"],
    emissions: ALL,
    amount: null,
    isPerEmployee: true,
  },
];

const byId = new Map(METRICS.map((metric) => [metric.id, metric]));

export const metricOf = (id: string): Metric | undefined => byId.get(id);

export const CATEGORIES = Object.keys(CATEGORY_NAMES);
export const GHG_CATEGORIES = Object.keys(GHG_NAMES) as GhgCategory[];

/** The unit of the divisor. Null for a metric that is no intensity. */
export const perUnitOf = ({ emissions, amount, isPerEmployee }: Metric): WidgetUnit | null => {
  if (isPerEmployee) return "count";
  return emissions === null || amount === null ? null : AMOUNT_UNITS[amount];
};
