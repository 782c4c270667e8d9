import { generate } from "selfsigned";

export interface Certified {
  /** Private key, PEM. */
  key: string;
  /** Certificate, PEM. */
  cert: string;
}

const ALGORITHM = { keyType: "ec", algorithm: "sha256" } as const;
const DNS = 2;
const IP = 7;

/** A self-signed certificate authority. */
export async function newAuthority({ notAfterDate }: { notAfterDate?: Date } = {}): Promise<Certified> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "Receivers on this machine" }], {
    ...ALGORITHM,
    ...(notAfterDate && { notAfterDate }),
    extensions: [
      { name: "basicConstraints", cA: true, pathLenConstraint: 0, critical: true },
      { name: "keyUsage", keyCertSign: true, critical: true },
    ],
  });
  return { key, cert };
}

/** A server certificate for names and addresses. The authority signs it; without one it is self-signed. */
export async function certificateFor(
  hosts: readonly string[],
  authority: Certified | null,
  validity: { notBeforeDate?: Date; notAfterDate?: Date } = {},
): Promise<Certified> {
  const { private: key, cert } = await generate([{ name: "commonName", value: hosts[0]! }], {
    ...ALGORITHM,
    ...validity,
    ...(authority && { ca: authority }),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: hosts.map((host) => (/^[\d.]+$|:/.test(host) ? { type: IP, ip: host } : { type: DNS, value: host })),
      },
    ],
  });
  return { key, cert };
}
