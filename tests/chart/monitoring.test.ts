import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { CHART, template } from "./helm.ts";
import { componentOf, objectsIn } from "./objects.ts";

const run = promisify(execFile);

const filesIn = (folder: string, ending: string): string[] => {
  const path = join(CHART, "files", folder);
  return existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(ending)) : [];
};
const rules = filesIn("rules", ".yaml");
const dashboards = filesIn("dashboards", ".json");
// CI installs it.
const hasPromtool = await run("promtool", ["--version"]).then(
  () => true,
  () => false,
);

describe("monitoring", () => {
  it("has an object for each file of rules and each dashboard", async () => {
    const names = objectsIn(await template("everything")).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    const expected = [
      ...rules.map((name) => `PrometheusRule ghg-rules-${name.replace(".yaml", "")}`),
      ...dashboards.map((name) => `ConfigMap ghg-dashboard-${name.replace(".json", "")}`),
    ];
    expect(names).toEqual(expect.arrayContaining(expected));
  });

  it("has rules in ConfigMaps for a Prometheus without its operator", async () => {
    const objects = objectsIn(await template("everything", ["--set", "monitoring.rules.kind=ConfigMap"]));
    expect(objects.filter(({ kind }) => kind === "PrometheusRule")).toEqual([]);
    const found = objects.filter(
      ({ kind, metadata }) => kind === "ConfigMap" && metadata.name.startsWith("ghg-rules-"),
    );
    expect(found.flatMap(({ data }) => Object.keys(data as object)).sort()).toEqual([...rules].sort());
  });

  it("links each alert to its page, below the base of the values", async () => {
    const basesIn = (manifests: string) =>
      new Set([...manifests.matchAll(/runbook_url: (\S+)Emissions\w+\.md$/gm)].map(([, base]) => base));
    expect(basesIn(await template("everything"))).toEqual(new Set(["https://wiki.example.com/emissions/"]));
    expect(basesIn(await template("public"))).toEqual(new Set(["docs/runbooks/"]));
  });

  it("reads the metrics of every process", async () => {
    const objects = objectsIn(await template("everything"));
    const monitor = objects.find(({ kind }) => kind === "PodMonitor");
    expect(monitor?.spec).toMatchObject({ podMetricsEndpoints: [{ port: "ops", path: "/metrics" }] });
    const processes = objects
      .filter(({ kind }) => kind === "Deployment")
      .filter((one) => JSON.stringify(one).includes('"ops"'));
    expect(processes.map(componentOf).sort()).toEqual([
      "activity",
      "calc",
      "factors",
      "gateway",
      "imports",
      "notify",
      "streams",
    ]);
  });

  it.each(dashboards)("has JSON in %s", (name) => {
    expect(JSON.parse(readFileSync(join(CHART, "files/dashboards", name), "utf8"))).toHaveProperty("panels");
  });

  it.skipIf(rules.length === 0 || (!hasPromtool && !process.env.CI))("has rules that promtool accepts", async () => {
    const paths = rules.map((name) => join(CHART, "files/rules", name));
    await expect(run("promtool", ["check", "rules", ...paths])).resolves.toMatchObject({ stderr: "" });
  });
});
