import { readConfig } from "@emissions/kit/process/config";
import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { gateway } from "../../test/gateway.ts";
import { mountSecurityTxt, SecurityConfig, securityContactOf } from "./security-txt.ts";

const PATH = "/.well-known/security.txt";
const DAY_MS = 24 * 3600 * 1000;
const Config = z.object({ ...SecurityConfig, PUBLIC_URL: z.url() });
const MAIL = "mailto:security@emissions.example";

function contactOf(set: Record<string, string>) {
  return securityContactOf(readConfig(Config, { PUBLIC_URL: "http://127.0.0.1:8080", ...set }));
}

/** The lines of the file at one time. */
async function linesAt(now: number, set: Record<string, string> = {}) {
  const app = Fastify();
  mountSecurityTxt(app, contactOf({ SECURITY_CONTACT: MAIL, ...set })!, () => now);
  return (await app.inject({ url: PATH })).body.split("\n");
}

describe("security.txt", () => {
  it("is missing without a contact, like any other address", async () => {
    const { app } = await gateway();
    const [file, other] = await Promise.all([PATH, "/.well-known/other"].map((url) => app.inject({ url })));
    expect([file?.statusCode, file?.json()]).toEqual([404, { code: "NOT_FOUND", detail: "Not Found" }]);
    expect(file?.json()).toEqual(other?.json());
    expect(contactOf({ SECURITY_CONTACT: "" })).toBeUndefined();
  });

  it("has the contact, and needs no credentials", async () => {
    const { app } = await gateway({ security: contactOf({ SECURITY_CONTACT: MAIL })! });
    const { statusCode, headers, body } = await app.inject({ url: PATH });
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(body).toMatch(/^Contact: mailto:security@emissions\.example\nExpires: \S+Z\n$/);
  });

  it("has its own address below a public URL with https, and the policy", async () => {
    const set = { PUBLIC_URL: "https://emissions.example/", SECURITY_POLICY_URL: "https://emissions.example/report" };
    const lines = await linesAt(Date.UTC(2026, 0, 1), set);
    expect(lines).toEqual([
      `Contact: ${MAIL}`,
      "Expires: 2026-06-30T00:00:00.000Z",
      "Canonical: https://emissions.example/.well-known/security.txt",
      "Policy: https://emissions.example/report",
      "",
    ]);
  });

  it.each([0, 1, DAY_MS - 1, 400 * DAY_MS + 12_345])("expires after now and within a year, at %i", async (now) => {
    const [, expires = ""] = await linesAt(now);
    const days = (Date.parse(expires.replace("Expires: ", "")) - now) / DAY_MS;
    expect(days).toBeGreaterThan(0);
    expect(days).toBeLessThan(365);
  });
});

describe("the contact", () => {
  it.each([
    ["an address without mailto", "security@emissions.example"],
    ["mailto without an address", "mailto:security"],
    ["a page in clear text", "http://emissions.example/security"],
    ["a second line", "https://emissions.example/\nPolicy: https://other.example"],
    ["a script", "javascript:alert(1)"],
  ])("is refused at start if it is %s", (_, contact) => {
    expect(() => contactOf({ SECURITY_CONTACT: contact })).toThrow("SECURITY_CONTACT");
  });

  it("is refused at start with a policy in clear text", () => {
    const policy = { SECURITY_POLICY_URL: "http://emissions.example/policy" };
    expect(() => contactOf({ SECURITY_CONTACT: MAIL, ...policy })).toThrow("SECURITY_POLICY_URL");
  });

  it("may be a page", () => {
    expect(contactOf({ SECURITY_CONTACT: "https://emissions.example/report" })?.contact).toContain("/report");
  });
});
