import { ServiceConfig } from "./config.ts";
import { PORTS } from "./service-url.ts";
import { TelemetryConfig } from "./telemetry-config.ts";

/** Configuration of the process `streams`. */
export const StreamsConfig = ServiceConfig.pick({
  HOST: true,
  OPS_PORT: true,
  NATS_URL: true,
  NATS_PASSWORD_FILE: true,
  NATS_CA_FILE: true,
  NATS_CERT_FILE: true,
  NATS_KEY_FILE: true,
  NATS_REPLICAS: true,
  LOG_LEVEL: true,
}).extend({
  ...TelemetryConfig.shape,
  /** It answers on OPS_PORT only. */
  PORT: ServiceConfig.shape.PORT.default(PORTS.streams),
  /** No request waits for its end. */
  STOP_DELAY_MS: ServiceConfig.shape.STOP_DELAY_MS.unwrap().default(0),
});
