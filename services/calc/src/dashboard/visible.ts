import type { Tx } from "@emissions/kit/db/transactions";
import { missing, type Opened } from "./access.ts";
import { type StoredConfig, selectWidget, type WidgetKey } from "./comment-queries.ts";
import { isVisible } from "./messages.ts";
import type { PlaceRow } from "./queries.ts";

export const keyOf = ({ organizationId, id: dashboardId }: PlaceRow, widgetId: string): WidgetKey => ({
  organizationId,
  dashboardId,
  widgetId,
});

/** Refuses a hidden widget like an unknown one. Both take the same statements. */
export function requireVisible(widget: StoredConfig | null, { views }: Opened): StoredConfig {
  if (widget === null || !isVisible(widget, views)) throw missing("widget");
  return widget;
}

export const selectStored = (tx: Tx, place: PlaceRow, widgetId: string) => selectWidget(tx, keyOf(place, widgetId));
