import { type Consumer, on } from "@emissions/kit/messages/consume";
import { DashboardWidgetsChangedSchema } from "@emissions/proto/calc/v1/dashboard_service";
import { putWidgets } from "./queries.ts";

export const widgetConsumer: Consumer = on(
  DashboardWidgetsChangedSchema,
  ({ tx, org }, { projectId, change, widgets }) =>
    putWidgets(
      tx,
      { org, projectId },
      { change: String(change), categories: widgets.map(({ categories }) => categories) },
    ),
);
