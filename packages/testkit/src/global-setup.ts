import { fileURLToPath } from "node:url";
import { startTestInfra } from "./infra.ts";

/** Halves the time in which a service process starts. Node drops entries of changed files by itself. */
const COMPILE_CACHE = fileURLToPath(new URL("../../../node_modules/.compile-cache", import.meta.url));

interface Shared {
  users: number;
  servers: ReturnType<typeof startTestInfra>;
}

/** Every project of vitest loads a module of its own, so all of them find the servers under this symbol. */
const KEY = Symbol.for("emissions.test-servers");
const realm = globalThis as { [KEY]?: Shared };

/**
 * Called by vitest once for each project, before its first test file; the returned function is called after the last
 * file of all projects. Projects come and go in any order, so the last one stops the servers.
 */
export default async function setup() {
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  realm[KEY] ??= { users: 0, servers: startTestInfra() };
  const shared = realm[KEY];
  shared.users++;
  const servers = await shared.servers;
  return async () => {
    shared.users--;
    if (shared.users > 0) return;
    delete realm[KEY];
    await servers.stop();
  };
}
