import { Code, ConnectError, type HandlerContext, type ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { isUnavailable, refusalIn } from "@emissions/kit/wire/errors";
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
    const found = await calculateAll(visible.map(({ config }) => config));
    let points = 0;
    const widgets = visible.map(({ id: widgetId }, at) => {
      const one = found[at];
      if (one !== undefined && "error" in one) return { widgetId, ...one };
      points += one === undefined ? POINTS_MAX + 1 : pointsOf(one);
      if (one === undefined || points > POINTS_MAX)
        return { widgetId, nullReason: DashboardDataNullReason.TOO_MANY_POINTS };
      return { widgetId, data: toData(one) };
    });
    // An invited organization does not learn it, as in the dashboard.
    return { data: { ...(opened.views === null && { revision: opened.revision }), widgets } };

    /** Stops beyond the limit of points, so that later ones are undefined. */
    async function calculateAll(configs: readonly string[]): Promise<(WidgetFigures | Refused | undefined)[]> {
      const found = Array.from<WidgetFigures | Refused | undefined>({ length: configs.length });
      const remaining = configs.entries();
      let points = 0;
      const work = async () => {
        for (const [at, config] of remaining) {
          const one = await figuresOrRefusal(config);
          found[at] = one;
          points += "error" in one ? 0 : pointsOf(one);
          if (points > POINTS_MAX) return;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return found;
    }

    /** A widget that cannot be answered must not hide the figures of the others. A defect fails the whole answer. */
    async function figuresOrRefusal(config: string): Promise<WidgetFigures | Refused> {
      try {
        return await calculate(dependencies, call, opened, config);
      } catch (error) {
        const refused = refusedOf(error);
        if (refused === null) throw error;
        return refused;
      }
    }
  },
});

interface Refused {
  nullReason: DashboardDataNullReason;
  error: { status: number; code: string; detail: string };
}

/** The refusal that clients get for the figures of the widget alone. Null for an unexpected error. */
function refusedOf(error: unknown): Refused | null {
  if (isUnavailable(error)) return UNAVAILABLE;
  if (!(error instanceof ConnectError) || error.code !== Code.InvalidArgument) return null;
  const code = refusalIn(error)?.code ?? "REQUEST_VALIDATION_FAILED";
  return { nullReason: DashboardDataNullReason.CONFIG, error: { status: 422, code, detail: error.rawMessage } };
}

/** Texts of services that do not answer describe the inside of the system. */
const UNAVAILABLE: Refused = {
  nullReason: DashboardDataNullReason.UNAVAILABLE,
  error: { status: 503, code: "SERVICE_UNAVAILABLE", detail: "Try again in a moment." },
};

const pointsOf = ({ series }: WidgetFigures) => series.reduce((sum, { points }) => sum + points.length, 0);

const calculate = (dependencies: Dependencies, call: HandlerContext, opened: Opened, config: string) =>
  calculateWidget(dependencies, call, {
    config: JSON.parse(config) as unknown,
    at: ["config"],
    allowed: opened.group,
    projectId: opened.projectId,
  });
