import type { ServiceImpl } from "@connectrpc/connect";
import type { DashboardService } from "@emissions/proto/calc/v1/dashboard_service";
import { calculateWidget } from "../widget/calculate.ts";
import { toData } from "../widget/messages.ts";
import { type Dependencies, INHERITED, open } from "./access.ts";
import { requireVisible } from "./visible.ts";

type Handlers = Pick<ServiceImpl<typeof DashboardService>, "getDashboardWidgetData">;

export const dataHandlers = (dependencies: Dependencies): Handlers => ({
  /** Nothing is calculated and nothing of the config is judged before the caller is known to see the widget. */
  getDashboardWidgetData: async ({ id, widgetId }, call) => {
    const { db } = dependencies;
    const opened = await open(dependencies, call, id, { withGroup: true });
    const widget = await db.read(call, (tx) => requireVisible(tx, opened, widgetId), INHERITED);
    const config: unknown = JSON.parse(widget.config);
    return { data: toData(await calculateWidget(db, call, { config, at: ["config"], allowed: opened.group })) };
  },
});
