import { ServiceConfig } from "@emissions/kit/process/config";
import { SealingKeys } from "@emissions/kit/process/sealing";
import { z } from "zod";
import { SCHEDULE, Schedule } from "./delivery/schedule.ts";

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(8105),
  /** Seal the secrets of endpoints: the first key seals, the others still open. */
  WEBHOOK_SECRET_KEYS: SealingKeys,
  /** Pauses before the attempts of a delivery: `0s,5s,5m,2h`. Milliseconds are for tests. */
  WEBHOOK_SCHEDULE: Schedule.default(SCHEDULE),
  /** Longest that an attempt may take. */
  WEBHOOK_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(15_000),
  /** Loopback and private networks, on any port: for a receiver on one's own machine, never in production. */
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: z.stringbool().default(false),
  /** Certificates that count besides the public ones, in PEM. */
  WEBHOOK_CA_FILE: z.string().optional(),
  /** Servers to ask for addresses, as host:port with commas, instead of those of the machine. */
  WEBHOOK_DNS_SERVERS: z
    .string()
    .transform((text) => text.split(",").map((server) => server.trim()))
    .optional(),
  /** How long deliveries are kept after their end. */
  DELIVERY_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  /** How long notifications are kept, read or not. */
  NOTIFICATION_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
});
export type Config = z.output<typeof Config>;
