import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { migrationsOf } from "@emissions/kit/db/migration-files";
import { migrateAs } from "@emissions/testkit/database";
import { testFolder } from "@emissions/testkit/infra";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OwnBackend, startBackend } from "../../support/backend.ts";

// A schema of a later release is one with a further file. To it, the processes of this checkout are the release before.
const MIGRATE = fileURLToPath(new URL("../../../packages/kit/src/commands/migrate.ts", import.meta.url));
const SERVICES = ["gateway", "notify"] as const;
const NEXT = { compatible: "9001_next.sql", incompatible: "9002_break.sql" } as const;

let folder: string;
let backend: OwnBackend;
beforeAll(async () => {
  folder = testFolder();
  backend = await startBackend({ services: ["gateway", "factors", "notify"] });
});
afterAll(async () => {
  await backend.stop();
  rmSync(folder, { recursive: true });
});

/** Applies one more file to the schemas, as the migrate command of a later release does. */
async function migrateFurther(mark: keyof typeof NEXT, services: readonly (typeof SERVICES)[number][]): Promise<void> {
  for (const service of services) {
    const place = join(folder, service, "migrations");
    mkdirSync(place, { recursive: true });
    writeFileSync(
      join(place, NEXT[mark]),
      `-- migrate: ${mark}\ncreate table ${mark}_of_next (id uuid primary key);\n`,
    );
    const folders = [migrationsOf(service), pathToFileURL(`${place}/`)];
    await migrateAs(backend.system.databaseUrls, service, folders);
  }
}

/** The migrate command of this release. */
function migrate(...args: string[]): Promise<{ stdout: string }> {
  const logins = SERVICES.map((name) => [`${name.toUpperCase()}_OWNER_URL`, backend.system.databaseUrls.ownerOf(name)]);
  const env = { ...process.env, ...Object.fromEntries(logins) };
  return promisify(execFile)(process.execPath, [MIGRATE, ...args, ...SERVICES], { env });
}

const readiness = (name: (typeof SERVICES)[number]) =>
  fetch(`${backend.system.opsUrls[name]}/readyz`).then((answer) => answer.text());

it("on a later schema whose files are compatible, processes start, and the migrate command changes nothing", async () => {
  await migrateFurther("compatible", SERVICES);
  for (const args of [["--dry-run"], []]) {
    const { stdout } = await migrate(...args);
    for (const name of SERVICES) {
      const last = `${name}: has 1 files of a later release, the last is ${name}/${NEXT.compatible}`;
      expect(stdout).toContain(`${last}; this release works with them\n${name}: up to date\n`);
    }
  }
  for (const name of SERVICES) await backend.system.process(name).restart();
  for (const name of SERVICES) expect(await readiness(name)).not.toContain("schema");
  expect((await backend.call("GET", "/status")).status).toBe(200);
});

it("on a later schema with a file that is not compatible, both refuse and name the file", async () => {
  await migrateFurther("incompatible", ["notify"]);
  await expect(migrate()).rejects.toThrow(
    `notify: the schema is newer than this release, which does not work with notify/${NEXT.incompatible}`,
  );
  await expect(backend.system.process("notify").restart()).rejects.toThrow(
    `the schema notify is newer than this program: it has notify/${NEXT.incompatible}, which is not compatible`,
  );
});
