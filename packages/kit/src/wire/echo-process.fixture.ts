// A gRPC server in a process of its own. It answers with its address.
import { EchoService } from "./echo.fixture.ts";
import { startGrpcServer } from "./server.ts";
import { serve } from "./services.ts";

const [host = "", port, connectionAgeMs] = process.argv.slice(2);

await startGrpcServer({
  host,
  port: Number(port),
  connectionAgeMs: Number(connectionAgeMs),
  services: [serve(EchoService, { say: () => ({ value: host }) })],
  log: { error: () => {} },
});
