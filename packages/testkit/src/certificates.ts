import { randomBytes } from "node:crypto";
import { generate } from "selfsigned";

export interface Certified {
  /** Private key, PEM. */
  key: string;
  /** Certificate, PEM. */
  cert: string;
}

const ALGORITHM = { keyType: "ec", algorithm: "sha256" } as const;
const DNS = 2 as const;
const IP = 7 as const;

interface Subject {
  commonName: string;
  dnsNames?: readonly string[];
  ipAddresses?: readonly string[];
  notAfterDate?: Date;
}

/** A self-signed certificate authority with a name of its own, by which verifiers find it. It issues certificates for servers and clients. */
export async function newAuthority({
  notAfterDate,
}: {
  notAfterDate?: Date;
} = {}): Promise<Certified & { issue(subject: Subject): Promise<Certified> }> {
  const name = `Authority on this machine ${randomBytes(4).toString("hex")}`;
  const { private: key, cert } = await generate([{ name: "commonName", value: name }], {
    ...ALGORITHM,
    ...(notAfterDate && { notAfterDate }),
    extensions: [
      { name: "basicConstraints", cA: true, pathLenConstraint: 0, critical: true },
      { name: "keyUsage", keyCertSign: true, critical: true },
    ],
  });
  return {
    key,
    cert,
    issue: ({ commonName, dnsNames = [], ipAddresses = [], ...validity }) =>
      certified({ commonName, hosts: [...dnsNames, ...ipAddresses], authority: { key, cert }, ...validity }),
  };
}

/** A certificate for names and addresses. The authority signs it; without one it is self-signed. */
export const certificateFor = (
  hosts: readonly string[],
  authority: Certified | null,
  validity: Validity = {},
): Promise<Certified> => certified({ commonName: hosts[0]!, hosts, authority, ...validity });

interface Validity {
  notBeforeDate?: Date;
  notAfterDate?: Date;
}

interface Wishes extends Validity {
  commonName: string;
  hosts: readonly string[];
  authority: Certified | null;
}

async function certified({ commonName, hosts, authority, ...validity }: Wishes): Promise<Certified> {
  const altNames = hosts.map((host) => (/^[\d.]+$|:/.test(host) ? { type: IP, ip: host } : { type: DNS, value: host }));
  const { private: key, cert } = await generate([{ name: "commonName", value: commonName }], {
    ...ALGORITHM,
    ...validity,
    ...(authority && { ca: authority }),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true, clientAuth: true },
      ...(altNames.length > 0 ? [{ name: "subjectAltName" as const, altNames }] : []),
    ],
  });
  return { key, cert };
}
