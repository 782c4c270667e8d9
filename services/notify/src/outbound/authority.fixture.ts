import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import forge from "node-forge";

/** A certificate authority that exists for one test file. */
export interface Authority {
  /** PEM file of its certificate, for `caFile`. */
  caFile: string;
  issue(wishes?: Wishes): Certificate;
  /** Deletes the file. */
  remove(): void;
}
export interface Certificate {
  key: string;
  cert: string;
}
interface Wishes {
  /** Host names and addresses that it is good for. */
  hosts?: string[];
  from?: Date;
  until?: Date;
  /** Signed with its own key instead of that of the authority. */
  selfSigned?: boolean;
}

const HOUR_MS = 3_600_000;
const HOSTS = ["localhost", "*.receivers.example", "127.0.0.1", "::1"];

export function createAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), "notify-authority-"));
  const caFile = join(folder, "ca.pem");
  const [root, leaf] = [keyPair(), keyPair()];
  const issuer = name("Test authority");
  const certificate = describe({ subject: issuer, issuer, publicKey: root.publicKey });
  certificate.setExtensions([
    { name: "basicConstraints", cA: true },
    { name: "keyUsage", keyCertSign: true },
  ]);
  writeFileSync(caFile, signed(certificate, root));
  return {
    caFile,
    issue({ hosts = HOSTS, from, until, selfSigned = false } = {}) {
      const subject = name(hosts[0]!);
      const about = { subject, issuer: selfSigned ? subject : issuer, publicKey: leaf.publicKey };
      const issued = describe({ ...about, ...(from && { from }), ...(until && { until }) });
      issued.setExtensions([{ name: "subjectAltName", altNames: hosts.map(altName) }]);
      return { key: leaf.privatePem, cert: signed(issued, selfSigned ? leaf : root) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const name = (commonName: string): forge.pki.CertificateField[] => [{ name: "commonName", value: commonName }];

/** Types of RFC 5280, section 4.2.1.6: 2 is a name, 7 an address. */
const altName = (host: string) => (isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host });

interface KeyPair {
  privatePem: string;
  privateKey: forge.pki.rsa.PrivateKey;
  publicKey: forge.pki.rsa.PublicKey;
}

function keyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return {
    privatePem: privateKey,
    privateKey: forge.pki.privateKeyFromPem(privateKey),
    publicKey: forge.pki.publicKeyFromPem(publicKey),
  };
}

interface About {
  subject: forge.pki.CertificateField[];
  issuer: forge.pki.CertificateField[];
  publicKey: forge.pki.rsa.PublicKey;
  from?: Date;
  until?: Date;
}

function describe({ subject, issuer, publicKey, from, until }: About): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  // Positive, as the encoding of numbers demands.
  certificate.serialNumber = `01${randomBytes(8).toString("hex")}`;
  certificate.publicKey = publicKey;
  certificate.validity.notBefore = from ?? new Date(Date.now() - HOUR_MS);
  certificate.validity.notAfter = until ?? new Date(Date.now() + 24 * HOUR_MS);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer);
  return certificate;
}

function signed(certificate: forge.pki.Certificate, { privateKey }: KeyPair): string {
  certificate.sign(privateKey, forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate);
}
