/** Values for the examples of answers about widgets. */
export const WIDGETS: Readonly<Record<string, unknown>> = {
  metric_id: "intensity_electricity",
  period_start: "2025-01-01",
  period_end: "2025-01-31",
  "WidgetPoint.value": 0.26,
  "WidgetMetricDefinition.id": "emissions_scope_2",
  "WidgetMetricDefinition.category": "scope_2",
  "WidgetMetricDefinition.filters": ["categories", "ghg_categories"],
  "WidgetMetricNames.en": "Emissions of scope 2",
  "WidgetMetricNames.es": "Emisiones de alcance 2",
  "WidgetMetricNames.ca": "Emissions d'abast 2",
};
