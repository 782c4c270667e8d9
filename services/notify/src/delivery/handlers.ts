import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import { checkedPageOf } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { enumNumber, enumText } from "@emissions/kit/wire/enum";
import { conflict } from "@emissions/kit/wire/errors";
import {
  type ListWebhookDeliveriesRequest,
  type WebhookDeliveryService,
  WebhookDeliveryStatusSchema,
  WebhookErrorCodeSchema,
  WebhookEventTypeSchema,
} from "@emissions/proto/notify/v1/webhook_delivery_service";
import type { Context } from "../context.ts";
import { endpointDisabled, endpointNotFound, requireEndpoint } from "../endpoint-row.ts";
import { PAGE_SIZE } from "../page.ts";
import { signalDue } from "./due-signal.ts";
import { type DeliveryRow, toDelivery } from "./messages.ts";
import {
  type AttemptRow,
  type Filter,
  retryDeliveries,
  retryDelivery,
  selectAttempts,
  selectDeliveries,
  selectDelivery,
} from "./queries.ts";

export const deliveryHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof WebhookDeliveryService> => ({
  listWebhookDeliveries: (request, call) => {
    const page = checkedPageOf(request, PAGE_SIZE);
    return db.read(call, async (tx, org) => {
      await requireEndpoint(tx, org, request.endpointId);
      const { rows, total } = await selectDeliveries(tx, org, filterOf(request), page);
      return { deliveries: rows.map(toDelivery), total };
    });
  },

  getWebhookDelivery: (request, call) =>
    db.read(call, async (tx, org) => ({ delivery: toDelivery(await requireDelivery(tx, org, request)) })),

  listWebhookAttempts: (request, call) => {
    const page = checkedPageOf(request, PAGE_SIZE);
    return db.read(call, async (tx, org) => {
      const { id } = await requireDelivery(tx, org, request);
      const { rows, total } = await selectAttempts(tx, org, id, page);
      return { attempts: rows.map(toAttempt), total };
    });
  },

  retryWebhookDelivery: (request, call) =>
    db.write(call, request, async ({ tx, org, about, afterCommit }) => {
      const endpoint = await requireEndpoint(tx, org, request.endpointId, "to change");
      const delivery = await requireDelivery(tx, org, request, true);
      about(delivery.id);
      if (!endpoint.enabled) throw endpointDisabled();
      if (delivery.status !== "failed") throw conflict("DELIVERY_NOT_FAILED", "The delivery has not failed.");
      afterCommit(() => signalDue({ organizationId: org, endpointId: endpoint.id }));
      return { delivery: toDelivery(await retryDelivery(tx, org, delivery.id)) };
    }),

  retryFailedWebhookDeliveries: (request, call) => {
    const since = request.since === undefined ? new Date(0) : timestampDate(request.since);
    return db.write(call, request, async ({ tx, org, about, afterCommit }) => {
      const endpoint = await requireEndpoint(tx, org, request.endpointId, "to change");
      about(endpoint.id);
      if (!endpoint.enabled) throw endpointDisabled();
      afterCommit(() => signalDue({ organizationId: org, endpointId: endpoint.id }));
      return { retry: { retried: await retryDeliveries(tx, org, endpoint.id, since) } };
    });
  },
});

/** Same error for a missing delivery, another endpoint's delivery and a deleted endpoint. */
async function requireDelivery(
  tx: Tx,
  org: string,
  ids: { endpointId: string; deliveryId: string },
  lock = false,
): Promise<DeliveryRow> {
  await requireEndpoint(tx, org, ids.endpointId);
  const delivery = isId(ids.deliveryId) ? await selectDelivery(tx, org, ids, lock) : null;
  if (delivery === null) throw endpointNotFound();
  return delivery;
}

const filterOf = (request: ListWebhookDeliveriesRequest): Filter => ({
  endpointId: request.endpointId,
  status: request.status.map((status) => enumText(WebhookDeliveryStatusSchema, status)),
  eventType: request.eventType.map((type) => enumText(WebhookEventTypeSchema, type)),
  from: request.createdAtFrom === undefined ? null : timestampDate(request.createdAtFrom),
  to: request.createdAtTo === undefined ? null : timestampDate(request.createdAtTo),
});

const toAttempt = (row: AttemptRow) => ({
  number: row.number,
  at: timestampFromDate(row.at),
  durationMs: row.durationMs,
  responseStatus: row.responseStatus ?? undefined,
  errorCode: row.errorCode === null ? undefined : enumNumber(WebhookErrorCodeSchema, row.errorCode),
});
