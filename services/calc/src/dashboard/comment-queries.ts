import type { Tx } from "@emissions/kit/db/transactions";
import type { WidgetValues } from "./widgets.ts";

export interface CommentRow {
  id: string;
  widgetId: string;
  text: string;
  createdBy: string;
  createdAt: Date;
}

/** A widget of a dashboard. */
export interface WidgetKey {
  organizationId: string;
  dashboardId: string;
  widgetId: string;
}

export type StoredConfig = Pick<WidgetValues, "categories" | "config">;

/** `lock` serializes the comments of the widget, and prevents its removal until the transaction ends. */
export async function selectWidget(
  tx: Tx,
  { organizationId, dashboardId, widgetId }: WidgetKey,
  lock?: "lock",
): Promise<StoredConfig | null> {
  const [row] = await tx<StoredConfig[]>`
    select categories, config from dashboard_widgets
    where organization_id = ${organizationId} and dashboard_id = ${dashboardId} and id = ${widgetId}
    ${lock ? tx`for update` : tx``}`;
  return row ?? null;
}

export const selectComments = (tx: Tx, { organizationId, dashboardId, widgetId }: WidgetKey) => tx<CommentRow[]>`
  select id, widget_id, text, created_by, created_at from dashboard_comments
  where organization_id = ${organizationId} and dashboard_id = ${dashboardId} and widget_id = ${widgetId}
  order by id`;

export async function insertComment(
  tx: Tx,
  { organizationId, dashboardId, widgetId }: WidgetKey,
  { id, text, createdBy }: Pick<CommentRow, "id" | "text" | "createdBy">,
): Promise<CommentRow> {
  const [row] = await tx<[CommentRow]>`
    insert into dashboard_comments (organization_id, dashboard_id, widget_id, id, text, created_by)
    values (${organizationId}, ${dashboardId}, ${widgetId}, ${id}, ${text}, ${createdBy})
    returning id, widget_id, text, created_by, created_at`;
  return row;
}

export const deleteComment = (tx: Tx, { organizationId, dashboardId, widgetId }: WidgetKey, id: string) => tx`
  delete from dashboard_comments
  where organization_id = ${organizationId} and dashboard_id = ${dashboardId} and widget_id = ${widgetId} and id = ${id}`;
