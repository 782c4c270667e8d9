import type { ServiceImpl } from "@connectrpc/connect";
import { principalOf } from "@emissions/kit/wire/principal";
import type { WidgetService } from "@emissions/proto/calc/v1/widget_service";
import type { Context } from "../context.ts";
import { calculateWidget } from "./calculate.ts";
import { toConfig, toData, toDefinition } from "./messages.ts";
import { METRICS } from "./metrics.ts";

export const widgetHandlers = (context: Pick<Context, "db" | "workforce">): ServiceImpl<typeof WidgetService> => ({
  calculateWidget: async (request, call) => {
    const { organizationId, descendants } = principalOf(call);
    const allowed = new Set([organizationId, ...descendants].map((id) => id.toLowerCase()));
    return { data: toData(await calculateWidget(context, call, { config: toConfig(request), at: ["body"], allowed })) };
  },
  listWidgetMetrics: () => ({ metrics: METRICS.map(toDefinition) }),
});
