import { ServiceConfig } from "@emissions/kit/process/config";
import { SealingKeys } from "@emissions/kit/process/sealing";
import { PORTS } from "@emissions/kit/process/service-url";
import { variable } from "@emissions/kit/process/variable";
import { z } from "zod";
import { DEFAULT_SCHEDULE, Schedule } from "./delivery/schedule.ts";

const Days = z.coerce.number().int().min(1).max(3_650);

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(PORTS.notify),
  WEBHOOK_SECRET_KEYS: variable(SealingKeys, {
    meaning:
      "the first one encrypts the secrets of endpoints, all of them decrypt; a process that cannot open what is stored is not ready",
    range: "1 to 16 of `<id>:<base64 of 32 bytes>`, with commas",
  }),
  WEBHOOK_SCHEDULE: variable(Schedule.default(DEFAULT_SCHEDULE), {
    meaning: "pause before each attempt",
    range: "up to 20 with commas, from 0s to 48h",
    standard: "`0s,5s,5m,30m,2h,5h,10h,14h,20h,24h`",
  }),
  WEBHOOK_TIMEOUT_MS: variable(z.coerce.number().int().min(100).max(60_000).default(15_000), {
    meaning: "longest that an attempt may take",
    instead: "15 seconds hold for every attempt",
  }),
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: variable(z.stringbool().default(false), {
    meaning: "loopback and private networks, on any port; `npm start` sets it, production must not",
    range: "`true`, `false`",
    standard: "`false`",
  }),
  WEBHOOK_CA_FILE: variable(z.string().optional(), {
    meaning: "PEM of additional certificate authorities of receivers",
  }),
  WEBHOOK_DNS_SERVERS: variable(
    z
      .string()
      .transform((text) => text.split(",").map((server) => server.trim()))
      .optional(),
    {
      meaning: "DNS servers for the hosts of endpoints, `host:port` with commas",
      instead: "the servers of the machine or of the pod (`dnsConfig`) are asked",
    },
  ),
  DELIVERY_RETENTION_DAYS: variable(Days.default(30), { meaning: "from the end of a delivery to its removal" }),
  NOTIFICATION_RETENTION_DAYS: variable(Days.default(90), {
    meaning: "from the creation of a notification to its removal, read or not",
  }),
});
export type Config = z.output<typeof Config>;
