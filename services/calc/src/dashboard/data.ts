import { Code, ConnectError, type HandlerContext, type ServiceImpl } from "@connectrpc/connect";
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
    const figures = await calculateAll(visible.map(({ config }) => config));
    let points = 0;
    const widgets = visible.map(({ id: widgetId }, at) => {
      const found = figures[at];
      if (found === null) return { widgetId, nullReason: DashboardDataNullReason.CONFIG };
      points += found === undefined ? POINTS_MAX + 1 : pointsOf(found);
      if (found === undefined || points > POINTS_MAX)
        return { widgetId, nullReason: DashboardDataNullReason.TOO_MANY_POINTS };
      return { widgetId, data: toData(found) };
    });
    return { widgets };

    /** Stops beyond the limit of points, so that later ones are undefined. */
    async function calculateAll(configs: readonly string[]): Promise<(WidgetFigures | null | undefined)[]> {
      const figures = Array.from<WidgetFigures | null | undefined>({ length: configs.length });
      const remaining = configs.entries();
      let points = 0;
      const work = async () => {
        for (const [at, config] of remaining) {
          const found = await ifValid(config);
          figures[at] = found;
          points += found === null ? 0 : pointsOf(found);
          if (points > POINTS_MAX) return;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return figures;
    }

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

const pointsOf = ({ series }: WidgetFigures) => series.reduce((sum, { points }) => sum + points.length, 0);

const calculate = (dependencies: Dependencies, call: HandlerContext, opened: Opened, config: string) =>
  calculateWidget(dependencies, call, {
    config: JSON.parse(config) as unknown,
    at: ["config"],
    allowed: opened.group,
    projectId: opened.projectId,
  });
