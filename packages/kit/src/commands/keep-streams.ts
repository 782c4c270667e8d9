// The process that makes the streams and consumers of all services. It needs the login of the user `streams`.
import { STREAMS_USER } from "../messages/accounts.ts";
import { type KeptStreams, keepStreams } from "../messages/keep-streams.ts";
import { keepConnected, natsLogin } from "../messages/nats.ts";
import { ServiceConfig } from "../process/config.ts";
import { runProcess } from "../process/process.ts";
import { TelemetryConfig } from "../process/telemetry-config.ts";

const Config = ServiceConfig.pick({
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
  PORT: ServiceConfig.shape.PORT.default(8106),
  /** No request waits for its end. */
  STOP_DELAY_MS: ServiceConfig.shape.STOP_DELAY_MS.unwrap().default(0),
});

await runProcess({
  name: STREAMS_USER,
  config: Config,
  async start({ config, log, addCheck, onStop }) {
    let kept: KeptStreams | null = null;
    const connection = keepConnected({
      ...natsLogin(config, STREAMS_USER),
      log,
      onConnected: (nats) => {
        kept = keepStreams({ nats, replicas: config.NATS_REPLICAS, log });
      },
    });
    onStop("NATS", () => connection.stop());
    onStop("streams", () => kept?.stop());
    addCheck("streams", async () => {
      if (!kept?.areComplete()) throw new Error("streams or consumers are missing");
    });
  },
});
