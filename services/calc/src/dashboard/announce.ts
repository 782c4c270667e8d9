import type { Write } from "@emissions/kit/db/transactions";
import { DashboardWidgetsChangedSchema } from "@emissions/proto/calc/v1/dashboard_service";
import { selectChangeNumber } from "./queries.ts";
import type { WidgetValues } from "./widgets.ts";

/** Tells activity the widgets of a project. The row of the dashboard must be locked, or new. */
export async function announceWidgets(
  { tx, emit }: Write,
  projectId: string,
  widgets: readonly Pick<WidgetValues, "categories">[],
): Promise<void> {
  const change = await selectChangeNumber(tx);
  emit(DashboardWidgetsChangedSchema, {
    projectId,
    change,
    widgets: widgets.map(({ categories }) => ({ categories })),
  });
}
