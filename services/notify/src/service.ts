import { withVersions } from "@emissions/kit/db/row-versions";
import type { Sweep } from "@emissions/kit/db/sweep";
import type { Consumer } from "@emissions/kit/messages/consume";
import type { Logger } from "@emissions/kit/process/log";
import type { Background } from "@emissions/kit/process/repeat";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { NotificationService } from "@emissions/proto/notify/v1/notification_service";
import { WebhookDeliveryService } from "@emissions/proto/notify/v1/webhook_delivery_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import type { Context } from "./context.ts";
import { jobConsumer } from "./delivery/consumer.ts";
import { deliveryHandlers } from "./delivery/handlers.ts";
import { deliveryRetention } from "./delivery/retention.ts";
import { startSender } from "./delivery/sender.ts";
import { endpointHandlers } from "./endpoint/handlers.ts";
import { endpointRemoval } from "./endpoint/removal.ts";
import { notificationHandlers } from "./notification/handlers.ts";
import { notificationRetention } from "./notification/retention.ts";
import { versionedRows } from "./versions.ts";

export const routes = (context: Context): ServiceEntry[] =>
  withVersions(
    [
      serve(WebhookEndpointService, endpointHandlers(context)),
      serve(WebhookDeliveryService, deliveryHandlers(context)),
      serve(NotificationService, notificationHandlers(context)),
    ],
    versionedRows,
  );

export const sweeps = (context: Context): Sweep[] => [
  deliveryRetention(context),
  endpointRemoval(context),
  notificationRetention(context),
];

export const consumers = (): Consumer[] => [jobConsumer()];

export function background(context: Context, log: Logger): Background[] {
  const sender = startSender({ context, log });
  return [{ stop: () => sender.stop().finally(() => context.outbound.close()) }];
}
