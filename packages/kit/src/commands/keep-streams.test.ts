import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startChild } from "@emissions/testkit/child";
import { testFolder } from "@emissions/testkit/infra";
import { restartableNats } from "@emissions/testkit/nats";
import { until } from "@emissions/testkit/poll";
import { freePort } from "@emissions/testkit/ports";
import { expect, it } from "vitest";
import { accountsConfig, passwordVariableOf, STREAMS_USER, usersOf } from "../messages/accounts.ts";
import { readDeclarations } from "../messages/declared-events.ts";

it("is ready when it has made all streams, with a password from a file", async () => {
  const folder = testFolder();
  const declarations = readDeclarations();
  const users = [STREAMS_USER, ...usersOf(declarations)];
  const env = Object.fromEntries(users.map((user) => [passwordVariableOf(user), `of${user}`]));
  const accounts = { config: accountsConfig(declarations), env };
  const nats = await restartableNats({ storeDir: join(folder, "nats"), log: join(folder, "nats.log"), accounts });
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, "wrong\n");
  const opsPort = await freePort();
  const keeper = await startChild({
    command: process.execPath,
    args: [fileURLToPath(new URL("keep-streams.ts", import.meta.url))],
    env: { ...process.env, NATS_URL: nats.url, NATS_PASSWORD_FILE: passwordFile, OPS_PORT: String(opsPort) },
    log: join(folder, "keeper.log"),
  });
  try {
    const readiness = async () => (await fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => null))?.status;
    expect(await until("an answer", readiness)).toBe(503);
    await writeFile(passwordFile, "ofstreams\n");
    await until("readiness", async () => (await readiness()) === 200);
    expect(await keeper.stop()).toEqual({ code: 0, signal: null });
  } finally {
    await keeper.stop("SIGKILL");
    await nats.kill();
    await rm(folder, { recursive: true });
  }
});
