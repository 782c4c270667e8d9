import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  type WebhookDeliverySchema,
  WebhookDeliveryStatusSchema,
  WebhookErrorCodeSchema,
  WebhookEventTypeSchema,
} from "@emissions/proto/notify/v1/webhook_delivery_service";
import type { ErrorCode } from "../outbound/outbound.ts";

export interface DeliveryRow {
  organizationId: string;
  id: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  test: boolean;
  status: "pending" | "succeeded" | "failed" | "cancelled";
  attempts: number;
  seriesAttempts: number;
  nextAttemptAt: Date | null;
  claimedUntil: Date | null;
  claim: string;
  lastAttemptAt: Date | null;
  lastResponseStatus: number | null;
  lastResponseBody: string | null;
  lastErrorCode: ErrorCode | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export const toDelivery = (row: DeliveryRow): MessageInitShape<typeof WebhookDeliverySchema> => ({
  id: row.id,
  endpointId: row.endpointId,
  eventId: row.eventId,
  eventType: enumNumber(WebhookEventTypeSchema, row.eventType),
  status: enumNumber(WebhookDeliveryStatusSchema, row.status),
  attempts: row.attempts,
  nextAttemptAt: toTimestamp(row.nextAttemptAt),
  lastAttemptAt: toTimestamp(row.lastAttemptAt),
  lastResponseStatus: row.lastResponseStatus ?? undefined,
  lastResponseBody: row.lastResponseBody ?? undefined,
  lastErrorCode: row.lastErrorCode === null ? undefined : enumNumber(WebhookErrorCodeSchema, row.lastErrorCode),
  createdAt: timestampFromDate(row.createdAt),
  finishedAt: toTimestamp(row.finishedAt),
});

const toTimestamp = (at: Date | null) => (at === null ? undefined : timestampFromDate(at));
