import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { certificateFor, newAuthority } from "@emissions/testkit/certificates";

const DAY_MS = 86_400_000;
const VALID_DAYS = 365;
const RENEWED_DAYS_BEFORE = 30;
const HOSTS = ["localhost", "127.0.0.1", "::1"];

/** Files of the certificate for local webhook receivers, and of the authority that notify trusts. */
export interface ReceiverFiles {
  ca_file: string;
  certificate_file: string;
  key_file: string;
}

/**
 * Webhooks need HTTPS with a valid certificate, for local receivers too. The key of the authority is discarded after one
 * signature, so no other certificate can be issued that notify would trust.
 */
export async function receiverFiles(state: string, nowMs: number = Date.now()): Promise<ReceiverFiles> {
  const folder = join(state, "webhooks");
  const files = {
    ca_file: join(folder, "ca.pem"),
    certificate_file: join(folder, "receiver.pem"),
    key_file: join(folder, "receiver.key"),
  };
  if (stillValid(files, nowMs)) return files;
  const notAfterDate = new Date(nowMs + VALID_DAYS * DAY_MS);
  const authority = await newAuthority({ notAfterDate });
  const receiver = await certificateFor(HOSTS, authority, { notAfterDate });
  mkdirSync(folder, { recursive: true });
  writeFileSync(files.key_file, receiver.key, { mode: 0o600 });
  writeFileSync(files.certificate_file, receiver.cert);
  writeFileSync(files.ca_file, authority.cert);
  return files;
}

function stillValid({ ca_file, certificate_file }: ReceiverFiles, nowMs: number): boolean {
  if (!existsSync(ca_file) || !existsSync(certificate_file)) return false;
  try {
    const [authority, receiver] = [ca_file, certificate_file].map((file) => new X509Certificate(readFileSync(file)));
    const until = Date.parse(receiver!.validTo) - RENEWED_DAYS_BEFORE * DAY_MS;
    return until > nowMs && receiver!.verify(authority!.publicKey);
  } catch {
    // A crash of the machine may leave a file half written.
    return false;
  }
}
