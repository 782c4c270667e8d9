import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import type { DashboardService } from "@emissions/proto/calc/v1/dashboard_service";
import { calculateWidget } from "../widget/calculate.ts";
import { toData } from "../widget/messages.ts";
import { type Dependencies, INHERITED, missing, openPlace } from "./access.ts";
import { selectPlace } from "./queries.ts";
import { requireVisible, selectStored } from "./visible.ts";

type Handlers = Pick<ServiceImpl<typeof DashboardService>, "getDashboardWidgetData">;

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
    const config: unknown = JSON.parse(requireVisible(found.stored, opened).config);
    const { group: allowed, projectId } = opened;
    return { data: toData(await calculateWidget(dependencies, call, { config, at: ["config"], allowed, projectId })) };
  },
});
