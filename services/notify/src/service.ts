import { type ServiceEntry, serve } from "@emissions/kit/services";
import type { Sweep } from "@emissions/kit/sweep";
import { NotificationService } from "@emissions/proto/notify/v1/notification_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import type { Context } from "./context.ts";
import { endpointHandlers } from "./endpoint/handlers.ts";
import { endpointRemoval } from "./endpoint/removal.ts";
import { notificationHandlers } from "./notification/handlers.ts";
import { notificationRetention } from "./notification/retention.ts";

/** What the service answers. */
export const routes = (context: Context): ServiceEntry[] => [
  serve(WebhookEndpointService, endpointHandlers(context)),
  serve(NotificationService, notificationHandlers(context)),
];

/** What is done from time to time. */
export const sweeps = (context: Context): Sweep[] => [endpointRemoval(context), notificationRetention(context)];
