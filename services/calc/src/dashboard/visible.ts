import type { Tx } from "@emissions/kit/db/transactions";
import { missing, type Opened } from "./access.ts";
import { type StoredConfig, selectWidget, type WidgetKey } from "./comment-queries.ts";
import { isVisible } from "./messages.ts";

export const keyOf = ({ organizationId, id: dashboardId }: Opened, widgetId: string): WidgetKey => ({
  organizationId,
  dashboardId,
  widgetId,
});

/** A widget that the caller sees. Refuses a hidden one like an unknown one, after the same statement. */
export async function requireVisible(tx: Tx, opened: Opened, widgetId: string): Promise<StoredConfig> {
  const widget = await selectWidget(tx, keyOf(opened, widgetId));
  if (widget === null || !isVisible(widget, opened.views)) throw missing("widget");
  return widget;
}
