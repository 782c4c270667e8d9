import { DashboardTemplateId } from "@emissions/proto/calc/v1/dashboard_service";
import { readConfig } from "../widget/config.ts";
import { BREAKPOINTS, type Layouts, NO_LAYOUTS, type Place } from "./layouts.ts";
import type { WidgetValues } from "./widgets.ts";

/** Languages of the names. The first one is the default. */
export const LANGUAGES = ["en", "es", "ca"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Names = Readonly<Record<Language, string>>;

interface TemplateWidget {
  id: string;
  names: Names;
  type: string;
  categories: readonly string[];
  periodicity: "month" | "total";
}

interface Template {
  id: DashboardTemplateId;
  names: Names;
  widgets: readonly TemplateWidget[];
}

const BURNED = ["combustion", "vehicles", "process", "recharges"];
const BOUGHT_ENERGY = ["electricity", "heat"];
const INDIRECT = ["purchases", "energy_production", "goods_received", "wastes", "water", "travels", "employees"];
const FREIGHT = ["goods_received", "goods_shipped"];

export const TEMPLATES: readonly Template[] = [
  {
    id: DashboardTemplateId.CARBON_FOOTPRINT,
    names: { en: "Carbon footprint", es: "Huella de carbono", ca: "Petjada de carboni" },
    widgets: [
      {
        id: "direct",
        names: { en: "Direct emissions", es: "Emisiones directas", ca: "Emissions directes" },
        type: "stacked_bar",
        categories: BURNED,
        periodicity: "month",
      },
      {
        id: "purchased-energy",
        names: { en: "Purchased energy", es: "Energía adquirida", ca: "Energia adquirida" },
        type: "stacked_bar",
        categories: BOUGHT_ENERGY,
        periodicity: "month",
      },
      {
        id: "other-indirect",
        names: { en: "Other indirect emissions", es: "Otras emisiones indirectas", ca: "Altres emissions indirectes" },
        type: "donut",
        categories: INDIRECT,
        periodicity: "total",
      },
    ],
  },
  {
    id: DashboardTemplateId.ENERGY,
    names: { en: "Energy", es: "Energía", ca: "Energia" },
    widgets: [
      {
        id: "electricity",
        names: { en: "Electricity", es: "Electricidad", ca: "Electricitat" },
        type: "bar",
        categories: ["electricity"],
        periodicity: "month",
      },
      {
        id: "heat",
        names: { en: "Heat and combustion", es: "Calor y combustión", ca: "Calor i combustió" },
        type: "line",
        categories: ["heat", "combustion"],
        periodicity: "month",
      },
      {
        id: "energy-total",
        names: { en: "Energy in the year", es: "Energía del año", ca: "Energia de l'any" },
        type: "pie",
        categories: [...BOUGHT_ENERGY, "combustion", "energy_production"],
        periodicity: "total",
      },
    ],
  },
  {
    id: DashboardTemplateId.WASTE,
    names: { en: "Waste", es: "Residuos", ca: "Residus" },
    widgets: [
      {
        id: "wastes",
        names: { en: "Waste by month", es: "Residuos por mes", ca: "Residus per mes" },
        type: "bar",
        categories: ["wastes"],
        periodicity: "month",
      },
      {
        id: "wastes-total",
        names: { en: "Waste in the year", es: "Residuos del año", ca: "Residus de l'any" },
        type: "kpi",
        categories: ["wastes"],
        periodicity: "total",
      },
    ],
  },
  {
    id: DashboardTemplateId.WATER,
    names: { en: "Water", es: "Agua", ca: "Aigua" },
    widgets: [
      {
        id: "water",
        names: { en: "Water by month", es: "Agua por mes", ca: "Aigua per mes" },
        type: "area",
        categories: ["water"],
        periodicity: "month",
      },
      {
        id: "water-total",
        names: { en: "Water in the year", es: "Agua del año", ca: "Aigua de l'any" },
        type: "kpi",
        categories: ["water"],
        periodicity: "total",
      },
    ],
  },
  {
    id: DashboardTemplateId.LOGISTICS,
    names: { en: "Logistics", es: "Logística", ca: "Logística" },
    widgets: [
      {
        id: "freight",
        names: { en: "Freight by month", es: "Transporte por mes", ca: "Transport per mes" },
        type: "stacked_bar",
        categories: FREIGHT,
        periodicity: "month",
      },
      {
        id: "freight-total",
        names: { en: "Freight in the year", es: "Transporte del año", ca: "Transport de l'any" },
        type: "donut",
        categories: FREIGHT,
        periodicity: "total",
      },
    ],
  },
];

interface Filling {
  /** The organization that the widgets show, in lower case. */
  org: string;
  language: Language;
  /** The year that they show. */
  year: number;
}

/** The widgets and places of a template for one organization. */
export function fill(
  { widgets }: Template,
  { org, language, year }: Filling,
): { widgets: WidgetValues[]; layouts: Layouts } {
  const values = widgets.map(({ id, names, type, categories, periodicity }) => {
    const config = {
      metrics: categories.map((category) => ({
        id: `emissions_${category}`,
        category,
        filters: {},
        aggregation: { organizations: [{ id: org }] },
      })),
      periodicity,
      periods: [{ start_date: `${year}-01-01`, end_date: `${year}-12-31` }],
      unit: "tCO2e",
    };
    const at = ["body", "template"];
    return {
      id,
      name: names[language],
      type,
      tabId: null,
      config: JSON.stringify(config),
      // Templates pass the checks of every other widget.
      categories: readConfig(config, at, new Set([org])).categories,
    };
  });
  return { widgets: values, layouts: placesFor(values.map(({ id }) => id)) };
}

/** Cells of the grid, as usual for its breakpoints. */
const COLUMNS = { lg: 12, md: 10, sm: 6, xs: 4, xxs: 2 } as const;
const ROWS_OF_WIDGET = 4;

/** Two widgets beside each other on large screens, and one on the others. */
const placesFor = (widgets: readonly string[]): Layouts => ({
  ...NO_LAYOUTS,
  ...Object.fromEntries(
    BREAKPOINTS.map((breakpoint) => {
      const across = breakpoint === "lg" || breakpoint === "md" ? 2 : 1;
      const w = COLUMNS[breakpoint] / across;
      const places = widgets.map(
        (i, index): Place => ({
          i,
          x: (index % across) * w,
          y: Math.floor(index / across) * ROWS_OF_WIDGET,
          w,
          h: ROWS_OF_WIDGET,
        }),
      );
      return [breakpoint, places];
    }),
  ),
});
