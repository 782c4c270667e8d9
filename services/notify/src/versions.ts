import { usual, type VersionedRow } from "@emissions/kit/db/row-versions";
import { NotificationService } from "@emissions/proto/notify/v1/notification_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";

/** Rows that `If-Match` names. */
export const versionedRows: readonly VersionedRow[] = [
  {
    service: WebhookEndpointService,
    table: "webhook_endpoints",
    field: "endpointId",
    methods: usual("WebhookEndpoint"),
  },
  { service: NotificationService, table: "notifications", field: "notificationId", methods: usual("Notification") },
];
