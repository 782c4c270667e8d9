import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

const CONSUMER = `import { createClient, type Decimal, type ErrorCode, RefusedError } from "@emissions/client";
import type { Purchase } from "@emissions/client/types";
import { verifyWebhook } from "@emissions/client/webhooks";

const client = createClient({ baseUrl: "http://127.0.0.1:1", organizationId: "a", credential: { apiKey: "b" }, attempts: 1 });
const co2e = async (id: string): Promise<Decimal | null> => (await client.call("getPurchase", { path: { id } })).co2e;
// @ts-expect-error: amounts are exact texts.
const rounded = (purchase: Purchase): number => purchase.quantity!;
// @ts-expect-error: the operation needs an id.
const incomplete = () => client.call("getPurchase");
// The codes of this version, without the type of all others.
type KnownCode<C> = C extends string ? (string extends C ? never : C) : never;
const known: KnownCode<ErrorCode> = "IDEMPOTENCY_KEY_REUSED";
// @ts-expect-error: no such code in this version.
const unknown: KnownCode<ErrorCode> = "ADDED_LATER";
const later: ErrorCode = "ADDED_LATER";
const isKnown = ({ code }: RefusedError) => code === known || code === unknown || code === later;
console.log(typeof verifyWebhook, RefusedError.name, typeof co2e, typeof rounded, typeof incomplete, typeof isKnown);
`;

it("works as a package on its own, with its types", async () => {
  const folder = await mkdtemp(join(tmpdir(), "emissions-client-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const installed = join(folder, "node_modules", "@emissions", "client");
  await mkdir(installed, { recursive: true });
  await run("tsc", ["-p", join(PACKAGE, "tsconfig.build.json"), "--outDir", join(installed, "dist")]);
  const { publishConfig, dependencies, ...manifest } = JSON.parse(
    await readFile(join(PACKAGE, "package.json"), "utf8"),
  );
  await writeFile(join(installed, "package.json"), JSON.stringify({ ...manifest, ...publishConfig }));
  for (const name of Object.keys(dependencies)) {
    await symlink(join(PACKAGE, "node_modules", name), join(folder, "node_modules", name));
  }
  const types = ["--typeRoots", join(PACKAGE, "..", "..", "node_modules", "@types"), "--types", "node"];
  const options = ["--module", "nodenext", "--target", "es2024", "--strict", ...types];
  await writeFile(join(folder, "consumer.mts"), CONSUMER);
  await run("tsc", [...options, "--outDir", folder, "consumer.mts"], { cwd: folder });
  const { stdout } = await run(process.execPath, ["consumer.mjs"], { cwd: folder });
  expect(stdout.trim()).toBe("function RefusedError function function function function");
});
