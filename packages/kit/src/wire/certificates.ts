import { X509Certificate } from "node:crypto";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import { ServerCredentials } from "@grpc/grpc-js";
import type { Background } from "../process/repeat.ts";
import { type Named, readFiles, type WatchLog, watchFiles } from "../process/watch-files.ts";
import { certificateExpiry } from "./metrics.ts";

const NAMES = ["TLS_CERT_FILE", "TLS_KEY_FILE", "TLS_CA_FILE"] as const;
type Texts = Named<(typeof NAMES)[number]>;
export type CertificateFiles = { readonly [N in keyof Texts]?: string | undefined };

/** Limit of a handshake, so that clients without a certificate hold no connections. */
const HANDSHAKE_MS = 10_000;
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificate of this process, its private key, and the authorities that sign the certificates of others. */
export class Certificates {
  #options: ReturnType<typeof optionsOf>;
  #context: SecureContext;
  readonly #listeners = new Set<() => void>();

  constructor(texts: Texts) {
    this.#options = optionsOf(texts);
    this.#context = createSecureContext(this.#options);
  }

  /** Continues with other certificates. Throws without a change if they are not valid. */
  use(texts: Texts): void {
    const options = optionsOf(texts);
    this.#context = createSecureContext(options);
    this.#options = options;
    for (const listener of this.#listeners) listener();
  }

  get options(): ReturnType<typeof optionsOf> {
    return this.#options;
  }

  get context(): SecureContext {
    return this.#context;
  }

  /** Returns a function that removes the listener. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

function optionsOf({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key, TLS_CA_FILE }: Texts) {
  // Without an authority, Node would trust those of the web.
  const ca = certificatesIn(TLS_CA_FILE, "TLS_CA_FILE");
  const { validFrom, validTo } = new X509Certificate(certificatesIn(cert, "TLS_CERT_FILE")[0]!);
  if (Date.now() < Date.parse(validFrom) || Date.now() > Date.parse(validTo)) {
    throw new Error(`TLS_CERT_FILE is valid from ${validFrom} to ${validTo} only.`);
  }
  return { cert, key, ca };
}

function certificatesIn(text: string, name: string): string[] {
  const found = text.match(PEM);
  if (found === null) throw new Error(`${name} has no certificate in PEM.`);
  return found;
}

interface Start {
  config: CertificateFiles;
  log: WatchLog;
  reloadMs?: number;
}

/** The certificates in the files. Undefined if the configuration names none. `watch` reads them again after a change. */
export function startCertificates({
  config,
  log,
  reloadMs,
}: Start): { certificates: Certificates; watch: Background } | undefined {
  const given = NAMES.filter((name) => config[name] !== undefined);
  if (given.length === 0) return undefined;
  if (given.length < NAMES.length) throw new Error(`${NAMES.join(", ")} belong together: set all or none.`);
  const files = Object.fromEntries(NAMES.map((name) => [name, config[name]])) as Texts;
  const texts = readFiles(files);
  const certificates = new Certificates(texts);
  certificateExpiry.record(endOf(texts));
  const use = (changed: Texts) => {
    certificates.use(changed);
    certificateExpiry.record(endOf(changed));
    log.info({ valid_to: endOf(changed) }, "the certificates of TLS have changed");
  };
  const watch = watchFiles({ files, texts, use, what: "the certificates of TLS", log, everyMs: reloadMs });
  return { certificates, watch };
}

/** In Unix seconds. */
const endOf = ({ TLS_CERT_FILE }: Texts) => Date.parse(new X509Certificate(TLS_CERT_FILE).validTo) / 1_000;

/** For addresses with TLS of a process that has no certificate: verifies with the authorities of Node and the system. */
export const publicContext = (): SecureContext =>
  createSecureContext({ ca: [...getCACertificates("default"), ...getCACertificates("system")] });

/** Requires a certificate of each client. `renew` takes the present certificates for new connections. */
export class MutualTls extends ServerCredentials {
  readonly #certificates: Certificates;

  constructor(certificates: Certificates) {
    super({ requestCert: true, rejectUnauthorized: true, handshakeTimeout: HANDSHAKE_MS }, certificates.options);
    this.#certificates = certificates;
  }

  renew(): void {
    this.updateSecureContextOptions(this.#certificates.options);
  }

  override _equals(other: ServerCredentials): boolean {
    return this === other;
  }
}
