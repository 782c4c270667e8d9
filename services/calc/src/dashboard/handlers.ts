import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import type { Write } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { refuse, violation } from "@emissions/kit/wire/checks";
import { masked } from "@emissions/kit/wire/mask";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import {
  type DashboardService,
  type UpdateDashboardRequest,
  UpdateDashboardRequestSchema,
} from "@emissions/proto/calc/v1/dashboard_service";
import { type Dependencies, groupOf, INHERITED, missing, type Opened, open, openAll, openOwn } from "./access.ts";
import { announceWidgets } from "./announce.ts";
import { commentHandlers } from "./comments.ts";
import { creationHandlers, limitReached } from "./create.ts";
import { dataHandlers } from "./data.ts";
import { checkLayouts, keepPlaces, type Layouts, layoutsOf, placesText } from "./layouts.ts";
import { idsOf, isVisible, toDashboard, toWidget } from "./messages.ts";
import {
  deleteDashboard,
  lockDashboard,
  type PlaceRow,
  replaceWidgets,
  selectDashboards,
  selectOtherBytes,
  selectPlaces,
  selectWidgets,
  updateDashboard,
  type WidgetRow,
} from "./queries.ts";
import { bytesOf, DASHBOARD_BYTES_MAX, ORGANIZATION_BYTES_MAX, REPLY_BYTES_MAX } from "./size.ts";
import { checkRevision, showRevision } from "./version.ts";
import { readWidgets, type WidgetValues } from "./widgets.ts";

/** Dashboards of one reply. */
const PAGE_MAX = 100;

export const dashboardHandlers = (dependencies: Dependencies): ServiceImpl<typeof DashboardService> => {
  const { db } = dependencies;
  return {
    ...creationHandlers(dependencies),
    ...commentHandlers(dependencies),
    ...dataHandlers(dependencies),

    getDashboard: async ({ id }, call) => {
      const [found] = await show(dependencies, call, [await open(dependencies, call, id)]);
      if (found === undefined) throw missing("dashboard");
      if (found.revision !== undefined) showRevision(call, { revision: found.revision });
      return { dashboard: found };
    },

    listDashboards: async ({ after }, call) => {
      const begin = isId(after) ? after : null;
      const places = await db.read(call, (tx) => selectPlaces(tx, begin, PAGE_MAX), INHERITED);
      const page = firstPage(places);
      const isLast = page.length === places.length && places.length < PAGE_MAX;
      const dashboards = await show(dependencies, call, await openAll(dependencies, call, page));
      return { dashboards, next: isLast ? "" : page.at(-1)!.id };
    },

    listDashboardWidgets: async ({ id }, call) => {
      const opened = await open(dependencies, call, id);
      const rows = await db.read(call, (tx) => selectWidgets(tx, [opened]), INHERITED);
      return { widgets: rows.filter((row) => isVisible(row, opened.views)).map(toWidget) };
    },

    updateDashboard: async (request, call) => {
      const { id } = await openOwn(dependencies, call, request.id);
      const changes = changesOf(request, principalOf(call));
      return db.write(call, request, async (write) => {
        const dashboard = await change(write, call, id, changes);
        showRevision(call, dashboard);
        return { dashboard };
      });
    },

    deleteDashboard: async (request, call) => {
      const { id } = await openOwn(dependencies, call, request.id);
      return db.write(call, request, async (write) => {
        const { tx, org, about } = write;
        const row = await lockDashboard(tx, org, id);
        if (row === null) throw missing("dashboard");
        checkRevision(call, row);
        about(id);
        await announceWidgets(write, row.projectId, []);
        await deleteDashboard(tx, org, id);
        return {};
      });
    },
  };
};

/** The dashboards as the caller sees them, by id. */
const show = ({ db }: Dependencies, call: HandlerContext, opened: readonly Opened[]) =>
  db.read(
    call,
    async (tx) => {
      const views = new Map(opened.map((one) => [one.id, one.views]));
      const [rows, widgets] = await Promise.all([selectDashboards(tx, opened), selectWidgets(tx, opened)]);
      const byDashboard = Map.groupBy(widgets, ({ dashboardId }) => dashboardId);
      return rows.map((row) => toDashboard(row, byDashboard.get(row.id) ?? [], views.get(row.id)!));
    },
    INHERITED,
  );

/** As many as a reply can have. The first one always fits. */
function firstPage(places: readonly PlaceRow[]): readonly PlaceRow[] {
  let bytes = 0;
  const end = places.findIndex((place) => {
    bytes += place.bytes;
    return bytes > REPLY_BYTES_MAX;
  });
  return end === -1 ? places : places.slice(0, end);
}

interface Changes {
  widgets?: WidgetValues[];
  layouts?: Layouts;
}

/** Metrics name the organization or accepted ones below it. */
function changesOf(request: UpdateDashboardRequest, principal: Principal): Changes {
  const { widgets, layouts } = masked(UpdateDashboardRequestSchema, request.updateMask, {
    widgets: request.widgets,
    layouts: request.layouts,
  });
  const organizations = groupOf(principal);
  const isLayoutsSent = request.updateMask?.paths.includes("layouts") === true;
  return {
    ...(widgets !== undefined && { widgets: readWidgets(widgets, organizations) }),
    ...(isLayoutsSent && { layouts: layoutsOf(layouts) }),
  };
}

/** Replaces what is sent. Without new layouts, removed widgets lose their places. */
async function change(write: Write, call: HandlerContext, id: string, changes: Changes) {
  const { tx, org, about } = write;
  const key = { organizationId: org, id };
  const before = await lockDashboard(tx, org, id);
  if (before === null) throw missing("dashboard");
  checkRevision(call, before);
  const earlier = await selectWidgets(tx, [key]);
  const widgets = changes.widgets ?? earlier;
  const ids = idsOf(widgets);
  if (changes.layouts !== undefined) refuse(checkLayouts(changes.layouts, ids));
  const layouts = changes.layouts ?? keepPlaces(before.layouts, ids);

  const bytes = bytesOf(widgets, layouts);
  if (bytes > DASHBOARD_BYTES_MAX)
    refuse([violation("widgets", "value_error.any_str.max_length", `at most ${DASHBOARD_BYTES_MAX} bytes together`)]);
  if (bytes + (await selectOtherBytes(tx, org, id)) > ORGANIZATION_BYTES_MAX) throw limitReached();

  const was = new Map(earlier.map((widget) => [widget.id, textOf(widget, before.layouts)]));
  const changed = widgets.filter((widget) => was.get(widget.id) !== textOf(widget, layouts));
  await replaceWidgets(tx, key, widgets, idsOf(changed));
  await updateDashboard(tx, key, { layouts, bytes });
  if (changes.widgets !== undefined) await announceWidgets(write, before.projectId, widgets);
  about(id, audited({ widgets: earlier, layouts: before.layouts }, { widgets, layouts }));
  const [row] = await selectDashboards(tx, [key]);
  return { ...toDashboard(row!, await selectWidgets(tx, [key]), null), revision: row!.revision };
}

/** The values of a widget and its places, as a text to compare. */
const textOf = ({ id, name, type, tabId, config }: WidgetValues | WidgetRow, layouts: Layouts): string =>
  JSON.stringify([name, type, tabId, config, placesText(layouts, id)]);

interface Shown {
  widgets: readonly WidgetValues[];
  layouts: Layouts;
}

/** The audit log has the widgets as they are shown, and the layouts. */
const audited = (before: Shown, after: Shown) => fieldChanges(shownIn(before), shownIn(after));

const shownIn = ({ widgets, layouts }: Shown) => ({
  widgets: widgets.map(({ id, name, type, tabId, config }) => ({ id, name, type, tab_id: tabId, config })),
  layouts,
});
