import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testFolder } from "./infra.ts";
import { identify, lives } from "./lock.mjs";
import { until } from "./poll.ts";
import { freePort, isTaken } from "./ports.ts";
import { removePostgres, startPostgres } from "./postgres.ts";

let folder: string;
let options: { dataDir: string; log: string; durable: false };

beforeEach(() => {
  folder = testFolder();
  options = { dataDir: join(folder, "postgres"), log: join(folder, "postgres.log"), durable: false };
});

afterEach(async () => {
  await removePostgres(options.dataDir);
  rmSync(folder, { recursive: true });
});

async function ask(url: string, query: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await sql.unsafe(query);
  } finally {
    await sql.end();
  }
}

/** Starts the server in a process that a test may kill. */
function startByProcess() {
  const script = `
    import { startPostgres } from ${JSON.stringify(new URL("./postgres.ts", import.meta.url).href)};
    console.log((await startPostgres(${JSON.stringify(options)})).url);`;
  return spawn(process.execPath, ["--input-type=module-typescript", "-e", script]);
}

describe("startPostgres", () => {
  it("keeps commits, password and port over a restart", async () => {
    const first = await startPostgres(options);
    await ask(first.url, "create table kept as select 1 as n");
    await first.stop();
    const second = await startPostgres(options);
    expect(await ask(second.url, "select n from kept")).toEqual([{ n: 1 }]);
    expect({ url: second.url, created: second.created }).toEqual({ url: first.url, created: false });
    await second.stop();
  });

  it("keeps commits after a crash with active sessions", async () => {
    const first = await startPostgres({ ...options, durable: true });
    await ask(first.url, "create table kept as select 1 as n");
    const atWork = ask(first.url, "create table lost as select 1 as n from pg_sleep(60)").catch(() => "lost");
    await until("the session to be at work", async () => {
      const [row] = await ask(
        first.url,
        "select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep'",
      );
      return row!.n === 1;
    });
    await first.crash();
    expect(await atWork).toBe("lost");
    const second = await startPostgres(options);
    expect(await ask(second.url, "select n, to_regclass('lost') from kept")).toEqual([{ n: 1, to_regclass: null }]);
    await second.stop();
  });

  it("refuses a wrong password", async () => {
    const server = await startPostgres(options);
    const url = new URL(server.url);
    url.password = "wrong";
    await expect(ask(url.href, "select 1")).rejects.toThrow(/password authentication failed/);
    await server.stop();
  });

  it("ends the server of a killed run", async () => {
    const starter = startByProcess();
    await once(starter.stdout, "data");
    starter.kill("SIGKILL");
    await once(starter, "exit");
    const left = identify(Number(readFileSync(join(options.dataDir, "data", "postmaster.pid"), "utf8").split("\n")[0]));
    expect(lives(left)).toBe(true);
    const server = await startPostgres(options);
    expect(lives(left)).toBe(false);
    expect(await ask(server.url, "select 1 as n")).toEqual([{ n: 1 }]);
    await server.stop();
  });

  it("ends the sessions of a killed server", async () => {
    const first = await startPostgres(options);
    const pid = Number(readFileSync(join(options.dataDir, "data", "postmaster.pid"), "utf8").split("\n")[0]);
    const session = postgres(first.url, { max: 1, onnotice: () => {} });
    const [{ pid: backend }] = await session<[{ pid: number }]>`select pg_backend_pid() as pid`;
    const left = identify(backend);
    // A stopped session does not notice the end of its server.
    process.kill(backend, "SIGSTOP");
    process.kill(pid, "SIGKILL");
    await first.exited;
    expect(lives(left)).toBe(true);
    const server = await startPostgres(options);
    expect(lives(left)).toBe(false);
    expect(await ask(server.url, "select 1 as n")).toEqual([{ n: 1 }]);
    await server.stop();
    await session.end({ timeout: 0 });
  });

  it("leaves another Postgres alone that got the pid of a server before a reboot", async () => {
    await (await startPostgres(options)).stop();
    const otherDir = join(folder, "other");
    const other = await startPostgres({ ...options, dataDir: otherDir });
    copyFileSync(join(otherDir, "data", "postmaster.pid"), join(options.dataDir, "data", "postmaster.pid"));
    const server = await startPostgres(options);
    expect(await ask(other.url, "select 1 as n")).toEqual([{ n: 1 }]);
    expect(await ask(server.url, "select 1 as n")).toEqual([{ n: 1 }]);
    await Promise.all([server.stop(), other.stop()]);
    await removePostgres(otherDir);
  });

  it("starts after an interrupted initdb, and ends what is left of it", async () => {
    const starter = startByProcess();
    const begun = () => existsSync(join(options.dataDir, "data.draft", "PG_VERSION"));
    await until("initdb to write", begun);
    starter.kill("SIGKILL");
    await once(starter, "exit");
    const server = await startPostgres(options);
    expect({ created: server.created, rows: await ask(server.url, "select 1 as n") }).toEqual({
      created: true,
      rows: [{ n: 1 }],
    });
    await server.stop();
  });

  it("starts although a pid file names another program", async () => {
    await (await startPostgres(options)).stop();
    const lines = [String(process.pid), join(options.dataDir, "data"), "0", "5432", "", "127.0.0.1", "", "ready", ""];
    writeFileSync(join(options.dataDir, "data", "postmaster.pid"), lines.join("\n"));
    const server = await startPostgres(options);
    expect(await ask(server.url, "select 1 as n")).toEqual([{ n: 1 }]);
    await server.stop();
  });

  it("listens on the given port, on the loopback address", async () => {
    const port = await freePort();
    const server = await startPostgres({ ...options, port });
    expect(await isTaken(port)).toBe(true);
    expect(await ask(server.url, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
    await server.stop();
    expect(await isTaken(port)).toBe(false);
  });
});
