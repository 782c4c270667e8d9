import { ServiceConfig } from "@emissions/kit/process/config";
import { SealingKeys } from "@emissions/kit/process/sealing";
import { z } from "zod";
import { DEFAULT_SCHEDULE, Schedule } from "./delivery/schedule.ts";

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(8105),
  /** Keys for the secrets of endpoints: the first one encrypts, all of them decrypt. */
  WEBHOOK_SECRET_KEYS: SealingKeys,
  /** Delays before the attempts of a delivery: `0s,5s,5m,2h`. Milliseconds are for tests. */
  WEBHOOK_SCHEDULE: Schedule.default(DEFAULT_SCHEDULE),
  /** Time limit of an attempt. */
  WEBHOOK_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(15_000),
  /** Allows loopback and private networks, on any port. For local receivers only, never in production. */
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: z.stringbool().default(false),
  /** PEM file of an additional certificate authority. */
  WEBHOOK_CA_FILE: z.string().optional(),
  /** DNS servers instead of those of the system: `host:port`, separated by commas. */
  WEBHOOK_DNS_SERVERS: z
    .string()
    .transform((text) => text.split(",").map((server) => server.trim()))
    .optional(),
  /** Days from the end of a delivery to its removal. */
  DELIVERY_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  /** Days from the creation of a notification to its removal, read or not. */
  NOTIFICATION_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
});
export type Config = z.output<typeof Config>;
