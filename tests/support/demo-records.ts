import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Backend } from "./backend.ts";

const RECORDS = fileURLToPath(new URL("../../scripts/demo/records.ts", import.meta.url));

/** Records of all kinds, as `npm start` makes them once for its organizations. */
export async function addDemoRecords({ urls, organizations }: Backend): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "emissions-demo-"));
  const file = join(folder, "demo.json");
  const demo = { base_url: urls.gateway, organizations: [...organizations.values()] };
  await writeFile(file, JSON.stringify(demo), { mode: 0o600 });
  await promisify(execFile)(process.execPath, [RECORDS, file]);
  await rm(folder, { recursive: true });
}
