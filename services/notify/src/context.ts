import type { Db } from "@emissions/kit/db/transactions";
import { Sealer } from "@emissions/kit/process/sealing";
import type { Base } from "@emissions/kit/run";
import type { Config } from "./config.ts";
import type { Schedule } from "./delivery/schedule.ts";
import { createOutbound, type Outbound } from "./outbound/outbound.ts";

/** Dependencies of handlers, consumers and senders; tests build their own. */
export interface Context {
  db: Db;
  /** Encrypts the secrets of endpoints. */
  sealer: Sealer;
  outbound: Outbound;
  schedule: Schedule;
  timeoutMs: number;
  deliveryRetentionDays: number;
  notificationRetentionDays: number;
}

export const createContext = ({ db, config }: Base<Config>): Context => ({
  db,
  sealer: new Sealer(config.WEBHOOK_SECRET_KEYS),
  outbound: createOutbound({
    allowPrivateAddresses: config.WEBHOOK_ALLOW_PRIVATE_ADDRESSES,
    timeoutMs: config.WEBHOOK_TIMEOUT_MS,
    caFile: config.WEBHOOK_CA_FILE,
    dnsServers: config.WEBHOOK_DNS_SERVERS,
  }),
  schedule: config.WEBHOOK_SCHEDULE,
  timeoutMs: config.WEBHOOK_TIMEOUT_MS,
  deliveryRetentionDays: config.DELIVERY_RETENTION_DAYS,
  notificationRetentionDays: config.NOTIFICATION_RETENTION_DAYS,
});
