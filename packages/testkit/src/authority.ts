import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Certified, certificateFor, newAuthority } from "./certificates.ts";

/** A certificate authority for one test file. */
export interface Authority {
  /** PEM file of its certificate, for clients that trust it. */
  caFile: string;
  issue(wishes?: Wishes): Promise<Certified>;
  /** Deletes the file. */
  remove(): void;
}

interface Wishes {
  /** Host names and addresses of the certificate. */
  hosts?: string[];
  from?: Date;
  until?: Date;
  /** Self-signed instead of signed by the authority. */
  selfSigned?: boolean;
}

const HOUR_MS = 3_600_000;
const HOSTS = ["localhost", "*.receivers.example", "127.0.0.1", "::1"];

export async function createAuthority(): Promise<Authority> {
  const folder = mkdtempSync(join(tmpdir(), "emissions-authority-"));
  const caFile = join(folder, "ca.pem");
  const authority = await newAuthority();
  writeFileSync(caFile, authority.cert);
  return {
    caFile,
    issue: ({ hosts = HOSTS, from, until, selfSigned = false } = {}) =>
      certificateFor(hosts, selfSigned ? null : authority, {
        notBeforeDate: from ?? new Date(Date.now() - HOUR_MS),
        notAfterDate: until ?? new Date(Date.now() + 24 * HOUR_MS),
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
