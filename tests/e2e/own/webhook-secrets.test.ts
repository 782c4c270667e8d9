import { newId } from "@emissions/kit/process/id";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, type OwnBackend, startBackend } from "../../support/backend.ts";
import { UNREACHABLE_URL } from "../../support/notify-samples.ts";

let backend: OwnBackend;
let us: Caller;
/** Every secret in a response. */
const secrets = new Set<string>();

beforeAll(async () => {
  backend = await startBackend({ services: ["gateway", "activity", "notify"], env: { LOG_LEVEL: "trace" } });
  us = backend.caller("iberia", "admin");
});
afterAll(() => backend.stop());

const ALL = "/v2/webhook-endpoints";
const hook = { url: UNREACHABLE_URL, event_types: ["ingest_job.finished"] };
const shown = (text: string) => [...text.matchAll(/whsec_[A-Za-z0-9+/=]+/g)].map(([secret]) => secret);

async function call(method: string, path: string, options: { body?: object; key?: string } = {}) {
  const headers: Record<string, string> = options.key === undefined ? {} : { "idempotency-key": options.key };
  const answer = await backend.call(method, path, { as: us, headers, ...(options.body && { body: options.body }) });
  for (const secret of shown(answer.text)) secrets.add(secret);
  return answer;
}

/** All tables of all services, as text; bytes as hexadecimal digits. */
async function tables(): Promise<string> {
  const sql = postgres(backend.adminUrl, { max: 1 });
  const names = await sql<{ name: string }[]>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('activity', 'calc', 'imports', 'notify')`;
  const texts = [];
  for (const { name } of names) {
    const [row] = await sql.unsafe(`select coalesce(string_agg(t::text, E'\n'), '') as text from ${name} t`);
    texts.push(row!.text);
  }
  await sql.end();
  return texts.join("\n");
}

describe("the secret of a webhook", () => {
  it("is returned on creation and rotation, and to repeats of these requests", async () => {
    const [made, key] = [newId(), newId()];
    const first = await call("POST", ALL, { body: hook, key: made });
    expect([first.status, secrets.size]).toEqual([201, 1]);
    const again = await call("POST", ALL, { body: hook, key: made });
    expect([again.json, again.headers.get("idempotent-replayed")]).toEqual([first.json, "true"]);
    const path = `${ALL}/${first.json.id}`;
    const rotated = await call("POST", `${path}/rotate-secret`, { key });
    expect((await call("POST", `${path}/rotate-secret`, { key })).json).toEqual(rotated.json);
    expect(secrets).toEqual(new Set([first.json.secret, rotated.json.secret]));

    await call("POST", `${path}/rotate-secret?dry_run=true`);
    for (const [method, below, body] of [
      ["GET", ALL],
      ["GET", path],
      ["PATCH", path, { description: "ERP" }],
      ["POST", `${path}/test`],
    ] as const) {
      const { status, text } = await call(method, below, body && { body });
      expect([status, text]).toEqual([status < 300 ? status : 200, expect.not.stringContaining("whsec_")]);
    }
    expect(secrets.size).toBe(2);
  });

  it("is in no table and in no log", async () => {
    const logs = (["gateway", "activity", "notify"] as const).map((name) => backend.logs(name)).join("\n");
    const all = `${await tables()}\n${logs}`;
    expect(all).toContain("rotate-secret");
    expect(all).toContain("RotateWebhookSecret");
    for (const secret of secrets) {
      const base64 = secret.slice("whsec_".length);
      const forms = [base64, Buffer.from(base64, "base64").toString("hex"), Buffer.from(base64).toString("hex")];
      for (const form of forms) expect(all.includes(form)).toBe(false);
    }
  });
});
