import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  type DashboardCommentSchema,
  type DashboardSchema,
  type DashboardWidgetSchema,
  DashboardWidgetTypeSchema,
} from "@emissions/proto/calc/v1/dashboard_service";
import type { CommentRow } from "./comment-queries.ts";
import { keepPlaces, type Layouts } from "./layouts.ts";
import type { DashboardRow, WidgetRow } from "./queries.ts";
import type { WidgetValues } from "./widgets.ts";

type Views = readonly string[] | null;

/** A widget is visible if all categories of its metrics are allowed. The owner has no views, and sees all. */
export const isVisible = ({ categories }: Pick<WidgetValues, "categories">, views: Views): boolean =>
  views === null || categories.every((category) => views.includes(category));

/** As the caller sees it. Nothing of it depends on a widget that is not visible. */
export function toDashboard(row: DashboardRow, widgets: readonly WidgetRow[], views: Views) {
  const seen = widgets.filter((widget) => isVisible(widget, views));
  const updatedAt = views === null ? row.updatedAt : latest(seen);
  return {
    id: row.id,
    projectId: row.projectId,
    widgets: seen.map(toWidget),
    layouts: toLayouts(views === null ? row.layouts : keepPlaces(row.layouts, idsOf(seen))),
    ...(views === null && { revision: row.revision }),
    createdAt: timestampFromDate(row.createdAt),
    ...(updatedAt !== null && { updatedAt: timestampFromDate(updatedAt) }),
  } satisfies MessageInitShape<typeof DashboardSchema>;
}

export const idsOf = (widgets: readonly Pick<WidgetValues, "id">[]): ReadonlySet<string> =>
  new Set(widgets.map(({ id }) => id));

const latest = (widgets: readonly WidgetRow[]): Date | null =>
  widgets.reduce<Date | null>(
    (last, { updatedAt: at }) => (at !== null && (last === null || at > last) ? at : last),
    null,
  );

export const toWidget = ({ id, name, type, tabId, config }: WidgetValues) =>
  ({
    id,
    name,
    type: enumNumber(DashboardWidgetTypeSchema, type),
    ...(tabId !== null && { tabId }),
    config,
  }) satisfies MessageInitShape<typeof DashboardWidgetSchema>;

const toLayouts = ({ lg, md, sm, xs, xxs }: Layouts) => ({
  lg: [...lg],
  md: [...md],
  sm: [...sm],
  xs: [...xs],
  xxs: [...xxs],
});

export const toComment = ({ createdAt, ...row }: CommentRow) =>
  ({ ...row, createdAt: timestampFromDate(createdAt) }) satisfies MessageInitShape<typeof DashboardCommentSchema>;
