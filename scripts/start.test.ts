import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@emissions/testkit/ports";
import { removePostgres } from "@emissions/testkit/postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { identify } from "../packages/testkit/src/lock.mjs";
import { quietPorts } from "./quiet-ports.fixture.ts";

const START = fileURLToPath(new URL("./start.ts", import.meta.url));
let state: string;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "emissions-start-"));
  chmodSync(state, 0o755);
});

afterEach(async () => {
  await removePostgres(join(state, "postgres"));
  rmSync(state, { recursive: true });
});

interface Outcome {
  code: number | string | null | undefined;
  lines: string[];
}

function start(env: NodeJS.ProcessEnv = {}, args: string[] = []): Promise<Outcome> {
  const { DATABASE_URL, NATS_URL, PORT, PORT_BASE, ...inherited } = process.env;
  return new Promise((resolve) => {
    const options = { env: { ...inherited, STATE_DIR: state, ...env } };
    execFile(process.execPath, [START, ...args], options, (error, _, stderr) => {
      resolve({ code: error?.code ?? 0, lines: stderr.trim().split("\n") });
    });
  });
}

describe("npm start, when it fails", () => {
  it("names the occupied port, and the variable for another one", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const { port } = holder.address() as { port: number };
    const outcome = await start({ ...(await quietPorts()), PORT: String(port) });
    holder.close();
    expect(outcome).toEqual({
      code: 1,
      lines: [`port ${port}, which gateway needs, is taken; free it or choose another with PORT=<port>`],
    });
  });

  it("reports that DATABASE_URL has no Postgres, without the password", async () => {
    const port = await freePort();
    const outcome = await start({ ...(await quietPorts()), DATABASE_URL: `postgres://me:hidden@127.0.0.1:${port}/db` });
    expect(outcome.code).toBe(1);
    expect(outcome.lines).toHaveLength(1);
    expect(outcome.lines[0]).toMatch(
      new RegExp(`^DATABASE_URL: no Postgres that lets us in at 127.0.0.1:${port} \\(.+\\)$`),
    );
    expect(outcome.lines[0]).not.toContain("hidden");
  });

  it("reports that NATS_URL has no NATS", async () => {
    const port = await freePort();
    const NATS_URL = `nats://127.0.0.1:${port}`;
    const outcome = await start({ ...(await quietPorts()), DATABASE_URL: process.env.TEST_DATABASE_URL, NATS_URL });
    expect(outcome.code).toBe(1);
    expect(outcome.lines).toHaveLength(1);
    expect(outcome.lines[0]).toMatch(new RegExp(`^NATS_URL: no NATS that lets us in at 127.0.0.1:${port} \\(.+\\)$`));
  });

  it("explains how to install NATS where no binary is available", async () => {
    const env = { PATH: state, XDG_CACHE_HOME: state, DATABASE_URL: process.env.TEST_DATABASE_URL };
    const outcome = await start({ ...(await quietPorts()), ...env });
    expect(outcome.code).toBe(1);
    expect(outcome.lines).toHaveLength(1);
    expect(outcome.lines[0]).toMatch(/^no NATS server: .* install nats-server 2\.10 or newer, or set NATS_URL to one$/);
  });

  it("refuses a state folder that a running copy uses", async () => {
    writeFileSync(join(state, "start.lock"), JSON.stringify(identify(process.pid)));
    expect(await start(await quietPorts())).toEqual({
      code: 1,
      lines: [`another copy (process ${process.pid}) is running on ${state}; stop it or set STATE_DIR`],
    });
  });

  it("does not empty a given database", async () => {
    const outcome = await start({ DATABASE_URL: process.env.TEST_DATABASE_URL }, ["--fresh"]);
    expect(outcome).toMatchObject({ code: 1, lines: [expect.stringMatching(/^--fresh does not empty the database/)] });
  });
});
