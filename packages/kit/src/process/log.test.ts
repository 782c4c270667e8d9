import { describe, expect, it } from "vitest";
import { createLogger, withLogFields } from "./log.ts";

function logger() {
  const lines: string[] = [];
  const log = createLogger({ service: "test", destination: { write: (line: string) => void lines.push(line) } });
  return { log, lines, last: () => JSON.parse(lines.at(-1)!) };
}

describe("a log line", () => {
  it("is JSON with service, level as a word and time in UTC", () => {
    const { log, last } = logger();
    log.info({ port: 1 }, "listening");
    expect(last()).toMatchObject({ service: "test", level: "info", port: 1, msg: "listening" });
    expect(last().time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it("has the fields of the surrounding work", async () => {
    const { log, last } = logger();
    await withLogFields({ request_id: "r-1" }, async () => log.info("inside"));
    expect(last().request_id).toBe("r-1");
    log.info("outside");
    expect(last().request_id).toBeUndefined();
  });

  it("escapes line breaks of a client's text", () => {
    const { log, lines } = logger();
    log.info({ name: "a\r\n{}" }, "b\nc");
    expect(lines).toHaveLength(1);
    expect(lines[0]?.indexOf("\n")).toBe(lines[0]!.length - 1);
  });
});

const SECRET = "s3cr3tValue";

describe("a secret never reaches the log", () => {
  it.each([
    { where: "in a field of that name", fields: { password: SECRET } },
    { where: "in a nested field", fields: { request: { headers: { authorization: SECRET, Cookie: SECRET } } } },
    { where: "as an API key", fields: { apiKey: SECRET, api_key: SECRET, apikey: SECRET } },
    { where: "as a token or secret", fields: { access_token: SECRET, API_KEY_PEPPER: SECRET } },
    { where: "as the address of a database", fields: { DATABASE_URL: `postgres://u:${SECRET}@db/x` } },
    { where: "in an address inside a text", fields: { note: `cannot reach postgres://u:${SECRET}@db:5432/x` } },
    { where: "in the message of an error", fields: { err: new Error(`nats://u:${SECRET}@host refused`) } },
    { where: "in the cause of an error", fields: { err: new Error("x", { cause: new Error(`Bearer ${SECRET}`) }) } },
    { where: "in a property of an error", fields: { err: Object.assign(new Error("x"), { query: SECRET }) } },
    { where: "as a key in a text", fields: { note: `key eas_live_${SECRET} is unknown` } },
    { where: "as the secret of a webhook", fields: { endpoint: { secret: SECRET, sealedSecret: SECRET } } },
    {
      where: "as the secret of a webhook in a text",
      fields: { note: `sent whsec_${SECRET}+/x=`, whsec: `whsec_${SECRET}` },
    },
    { where: "as recovery codes or keys", fields: { recoveryCodes: [SECRET], SEALING_KEYS: SECRET } },
    { where: "as the address for an app", fields: { note: `otpauth://totp/x:y?secret=${SECRET}&digits=6` } },
    { where: "as a query parameter", fields: { url: `/x?token=${SECRET}&y=1` } },
  ])("$where", ({ fields }) => {
    const { log, lines } = logger();
    log.error(fields, "failed");
    expect(lines.join("")).not.toContain(SECRET);
    expect(() => JSON.parse(lines[0]!)).not.toThrow();
  });

  it("inside the message text", () => {
    const { log, lines } = logger();
    log.error(`cannot reach postgres://u:${SECRET}@db`);
    expect(lines[0]).toContain("postgres://***@db");
  });
});
