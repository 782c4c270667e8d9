import { Code, ConnectError, type HandlerContext, type ServiceImpl } from "@connectrpc/connect";
import { chunked } from "@emissions/kit/db/chunked";
import { isId } from "@emissions/kit/process/id";
import { DashboardDataNullReason, type DashboardService } from "@emissions/proto/calc/v1/dashboard_service";
import { calculateWidget, type WidgetFigures } from "../widget/calculate.ts";
import { toData } from "../widget/messages.ts";
import { type Dependencies, INHERITED, missing, type Opened, openPlace } from "./access.ts";
import { isVisible } from "./messages.ts";
import { selectPlace, selectWidgets } from "./queries.ts";
import { requireVisible, selectStored } from "./visible.ts";

type Handlers = Pick<ServiceImpl<typeof DashboardService>, "getDashboardWidgetData" | "listDashboardData">;

/** Points of one answer. Each takes some 60 bytes of a message. */
const POINTS_MAX = 50_000;
/** Widgets that are calculated at once. Each takes a connection of the pool. */
const AT_ONCE = 4;

export const dataHandlers = (dependencies: Dependencies): Handlers => ({
  /**
   * Reads the dashboard and the widget in one transaction, because a page asks for many widgets. Nothing of the config is
   * judged or calculated before the caller is known to see the widget.
   */
  getDashboardWidgetData: async ({ id, widgetId }, call) => {
    if (!isId(id)) throw missing("dashboard");
    const found = await dependencies.db.read(
      call,
      async (tx) => {
        const place = await selectPlace(tx, id);
        return { place, stored: place && (await selectStored(tx, place, widgetId)) };
      },
      INHERITED,
    );
    const opened = await openPlace(dependencies, call, found.place, { withGroup: true });
    const { config } = requireVisible(found.stored, opened);
    return { data: toData(await calculate(dependencies, call, opened, config)) };
  },

  listDashboardData: async ({ id }, call) => {
    if (!isId(id)) throw missing("dashboard");
    const { place, rows } = await dependencies.db.read(
      call,
      async (tx) => {
        const place = await selectPlace(tx, id);
        return { place, rows: place === null ? [] : await selectWidgets(tx, [place]) };
      },
      INHERITED,
    );
    const opened = await openPlace(dependencies, call, place, { withGroup: true });
    const visible = rows.filter((row) => isVisible(row, opened.views));
    const widgets = [];
    let points = 0;
    for (const chunk of chunked(visible, AT_ONCE)) {
      const figures = points > POINTS_MAX ? [] : await Promise.all(chunk.map(({ config }) => ifValid(config)));
      for (const [at, { id: widgetId }] of chunk.entries()) {
        const found = figures[at];
        points += found?.series.reduce((sum, one) => sum + one.points.length, 0) ?? 0;
        if (found === null) widgets.push({ widgetId, nullReason: DashboardDataNullReason.CONFIG });
        else if (found && points <= POINTS_MAX) widgets.push({ widgetId, data: toData(found) });
        else widgets.push({ widgetId, nullReason: DashboardDataNullReason.TOO_MANY_POINTS });
      }
    }
    return { widgets };

    /** Null for a config that cannot be calculated. It must not hide the figures of the other widgets. */
    async function ifValid(config: string): Promise<WidgetFigures | null> {
      try {
        return await calculate(dependencies, call, opened, config);
      } catch (error) {
        if (error instanceof ConnectError && error.code === Code.InvalidArgument) return null;
        throw error;
      }
    }
  },
});

const calculate = (dependencies: Dependencies, call: HandlerContext, opened: Opened, config: string) =>
  calculateWidget(dependencies, call, {
    config: JSON.parse(config) as unknown,
    at: ["config"],
    allowed: opened.group,
    projectId: opened.projectId,
  });
