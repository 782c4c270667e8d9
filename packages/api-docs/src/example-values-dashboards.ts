/** Values for the examples of dashboards. */
export const DASHBOARDS: Readonly<Record<string, unknown>> = {
  "Dashboard.revision": 4,
  "DashboardData.revision": 4,
  "DashboardWidgetData.null_reason": "unavailable",
  "DashboardWidgetData.error": { status: 503, code: "SERVICE_UNAVAILABLE", detail: "Try again in a moment." },
  "DashboardWidget.id": "wastes",
  "DashboardWidget.name": "Waste by month",
  "DashboardWidget.tab_id": null,
  "DashboardWidget.config": {
    metrics: [
      {
        id: "emissions_wastes",
        category: "wastes",
        filters: {},
        aggregation: { organizations: [{ id: "0197f3a0-0000-7000-8000-0000000000a1" }] },
      },
    ],
    periodicity: "month",
    periods: [{ start_date: "2025-01-01", end_date: "2025-12-31" }],
    unit: "tCO2e",
  },
  "DashboardLayoutItem.i": "wastes",
  "DashboardLayoutItem.x": 0,
  "DashboardLayoutItem.y": 0,
  "DashboardLayoutItem.w": 6,
  "DashboardLayoutItem.h": 4,
  "DashboardTemplate.name": "Waste",
  widget_names: ["Waste by month", "Waste in the year"],
  widget_id: "wastes",
  "DashboardComment.text": "December was estimated.",
};
