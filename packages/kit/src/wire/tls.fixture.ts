import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type Interceptor } from "@connectrpc/connect";
import type { Certified, newAuthority } from "@emissions/testkit/certificates";
import type { Background } from "../process/repeat.ts";
import { type Certificates, startCertificates } from "./certificates.ts";
import { grpcTransport } from "./client.ts";
import { EchoService } from "./echo.fixture.ts";
import { closing, type Impl } from "./echo-server.fixture.ts";
import { startGrpcServer } from "./server.ts";
import { serve } from "./services.ts";

export type Authority = Awaited<ReturnType<typeof newAuthority>>;

const RELOAD_MS = 10;

/** The certificate files of one process, in a folder of its own. */
export class Files {
  readonly folder = mkdtempSync(join(tmpdir(), "tls-"));
  readonly config = {
    TLS_CERT_FILE: join(this.folder, "cert.pem"),
    TLS_KEY_FILE: join(this.folder, "key.pem"),
    TLS_CA_FILE: join(this.folder, "ca.pem"),
  };
  readonly lines: string[] = [];
  #watch: Background | undefined;

  write({ cert, key, ca }: { cert?: string; key?: string; ca?: string }): void {
    const { TLS_CERT_FILE, TLS_KEY_FILE, TLS_CA_FILE } = this.config;
    for (const [file, text] of [
      [TLS_CERT_FILE, cert],
      [TLS_KEY_FILE, key],
      [TLS_CA_FILE, ca],
    ] as const) {
      if (text === undefined) continue;
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    }
  }

  start(): Certificates {
    const note = (fields: object, message: string) => void this.lines.push(`${message} ${JSON.stringify(fields)}`);
    const { certificates, watch } = startCertificates({
      config: this.config,
      log: { info: note, error: note },
      reloadMs: RELOAD_MS,
    })!;
    this.#watch = watch;
    return certificates;
  }

  async remove(): Promise<void> {
    await this.#watch?.stop();
    rmSync(this.folder, { recursive: true });
  }
}

/** The certificates of a process that trusts the authority. They are read again after a change. */
export function processWith(pair: Certified, authority: Pick<Authority, "cert">) {
  const files = new Files();
  files.write({ ...pair, ca: authority.cert });
  closing.push(() => void files.remove());
  return { files, certificates: files.start() };
}

export async function echoServer(impl: Impl, certificates: Certificates) {
  const services = [serve(EchoService, impl)];
  const log = { error: () => {} };
  const server = await startGrpcServer({ host: "127.0.0.1", port: 0, services, certificates, log });
  closing.push(() => server.close());
  return server;
}

export function echoClient(baseUrl: string, certificates?: Certificates, interceptors: Interceptor[] = []) {
  const transport = grpcTransport({ baseUrl, certificates, interceptors });
  closing.push(() => transport.close());
  return createClient(EchoService, transport);
}
