import { variable } from "@emissions/kit/process/variable";
import type { FastifyInstance } from "fastify";
import { z } from "zod";

export const SecurityConfig = {
  SECURITY_CONTACT: variable(
    z
      .url({ protocol: /^(mailto|https)$/ })
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must be mailto: with an address, or https:")
      .optional(),
    {
      meaning: "where people report vulnerabilities; with it there is `/.well-known/security.txt`",
      range: "`mailto:` or `https:`",
    },
  ),
  SECURITY_POLICY_URL: variable(
    z
      .url({ protocol: /^https$/ })
      .regex(/^\S+$/)
      .optional(),
    { meaning: "the page with the policy of the operator for reports", range: "`https:`" },
  ),
};

export interface SecurityContact {
  contact: string;
  policy?: string;
  /** The address of the file. RFC 9116 allows https only. */
  canonical?: string;
}

const PATH = "/.well-known/security.txt";
const DAY_MS = 24 * 3600 * 1000;
/** RFC 9116 recommends less than a year. A process that runs on moves the day, because its setting still holds. */
const VALID_DAYS = 180;

export function securityContactOf(config: {
  SECURITY_CONTACT?: string | undefined;
  SECURITY_POLICY_URL?: string | undefined;
  PUBLIC_URL: string;
}): SecurityContact | undefined {
  const { SECURITY_CONTACT: contact, SECURITY_POLICY_URL: policy, PUBLIC_URL } = config;
  if (contact === undefined) return undefined;
  const isPublic = PUBLIC_URL.startsWith("https:");
  return {
    contact,
    ...(policy !== undefined && { policy }),
    ...(isPublic && { canonical: PUBLIC_URL.replace(/\/+$/, "") + PATH }),
  };
}

/** Serves the contact for reports of vulnerabilities (RFC 9116). */
export function mountSecurityTxt(app: FastifyInstance, security: SecurityContact, now = () => Date.now()): void {
  app.get(PATH, async (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/plain; charset=utf-8").send(textOf(security, now())),
  );
}

/** `Expires` is the begin of a day, so that the file is the same all day. */
function textOf({ contact, policy, canonical }: SecurityContact, now: number): string {
  const expires = new Date(Math.floor(now / DAY_MS + VALID_DAYS) * DAY_MS).toISOString();
  const fields = { Contact: contact, Expires: expires, Canonical: canonical, Policy: policy };
  const lines = Object.entries(fields).filter(([, value]) => value !== undefined);
  return lines.map(([name, value]) => `${name}: ${value}\n`).join("");
}
