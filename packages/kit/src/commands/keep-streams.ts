// The process that makes the streams and consumers of all services. It needs the login of the user `streams`.
import { STREAMS_USER } from "../messages/accounts.ts";
import { type KeptStreams, keepStreams } from "../messages/keep-streams.ts";
import { keepConnected, natsLogin } from "../messages/nats.ts";
import { runProcess } from "../process/process.ts";
import { StreamsConfig } from "../process/streams-config.ts";

await runProcess({
  name: STREAMS_USER,
  config: StreamsConfig,
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
