import { execFile } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { testFolder } from "@emissions/testkit/infra";
import { describe, expect, it } from "vitest";
import { ROOT, SETS } from "./helm.ts";
import { ADDED, componentOf, objectsOf, podOf } from "./objects.ts";
import { referencesOf, secretFilesOf } from "./secrets.ts";

const run = promisify(execFile);
const SERVICES = ["activity", "calc", "factors", "gateway", "imports", "notify"];
const OWN: Readonly<Record<string, readonly string[]>> = {
  activity: ["API_KEY_PEPPER", "SEALING_KEYS"],
  gateway: ["AUTH_TOKEN_SECRET"],
  imports: ["FILE_URL_SECRET"],
  notify: ["WEBHOOK_SECRET_KEYS"],
};

/** The pods that may see each key of a Secret, in the evaluation mode. */
const READERS: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...SERVICES.flatMap((service) => [
    [`emissions-${service}/DATABASE_PASSWORD`, [service, "roles"]],
    [`emissions-${service}/NATS_PASSWORD`, [service, "nats"].sort()],
    [`emissions-${service}/PRINCIPAL_KEY`, [service]],
    [`emissions-owners/${service.toUpperCase()}_OWNER_PASSWORD`, ["migrate", "roles"]],
    ...(OWN[service] ?? []).map((key) => [`emissions-${service}/${key}`, [service]]),
  ]),
  ["emissions-streams/NATS_PASSWORD", ["nats", "streams"]],
  ["emissions-principals/keys.json", SERVICES],
  ["emissions-postgres/username", ["roles"]],
  ["emissions-postgres/password", ["postgres", "roles"]],
]);

function podsOf(set: (typeof SETS)[number]) {
  const objects = objectsOf(set);
  return objects.flatMap((object) => {
    const pod = podOf(object);
    return pod === null ? [] : [{ component: componentOf(object), pod }];
  });
}

describe("the Secrets", () => {
  it("are seen by those who use them, and by nobody else", () => {
    const readers = new Map<string, string[]>();
    for (const { component, pod } of podsOf("evaluation")) {
      for (const reference of referencesOf(pod)) readers.set(reference, [...(readers.get(reference) ?? []), component]);
    }
    for (const names of readers.values()) names.sort();
    expect(Object.fromEntries(readers)).toEqual(READERS);
  });

  it.each(SETS)("of %s are files that a variable names, and each such variable has its file", (set) => {
    for (const { component, pod } of podsOf(set)) {
      // The images of Postgres and NATS, and psql, have rules of their own.
      if (["postgres", "nats", "roles"].includes(component)) continue;
      const variables = pod.containers.flatMap(({ env = [] }) => env).filter(({ name }) => !ADDED.includes(name));
      const named = variables.filter(({ name }) => name.endsWith("_FILE")).map(({ value }) => value);
      expect(named.sort(), component).toEqual(secretFilesOf(pod).sort());
      expect(variables.filter(({ valueFrom }) => valueFrom !== undefined)).toEqual([]);
    }
  });

  it("are never made by the chart", () => {
    for (const set of SETS) {
      const kinds = objectsOf(set).map(({ kind }) => kind);
      expect(kinds).not.toContain("Secret");
    }
  });

  it("that the script prints are those of the evaluation mode", async () => {
    const folder = testFolder();
    await run(process.execPath, [join(ROOT, "deploy/make-env.mjs"), folder]);
    const password = readFileSync(join(folder, "secrets/gateway/database-password"), "utf8").trim();
    const { stdout } = await run(process.execPath, [join(ROOT, "deploy/kubernetes-secrets.mjs"), folder]);
    rmSync(folder, { recursive: true });
    const { items } = JSON.parse(stdout) as {
      items: { metadata: { name: string }; data: Record<string, string> }[];
    };
    const printed = items.flatMap(({ metadata, data }) => Object.keys(data).map((key) => `${metadata.name}/${key}`));
    expect(printed.sort()).toEqual(Object.keys(READERS).sort());
    expect(atob(items[0]?.data.DATABASE_PASSWORD ?? "")).toBe(password);
  });
});
