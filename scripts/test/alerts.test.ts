import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { CASES } from "./alerts.fixture.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const RULES = join(ROOT, "deploy/chart/files/rules");
const RUNBOOKS = join(ROOT, "docs/runbooks");
const files = readdirSync(RULES).map((name) => join(RULES, name));
const texts = files.map((file) => readFileSync(file, "utf8"));
const alerts = texts.flatMap((text) => [...text.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!));

interface Input {
  alert: string;
  series: Record<string, string>;
  afterM: number;
  stepM: number;
  expected: readonly number[];
  /** The file of its rule: evaluating the others would take most of the time. */
  rules: string;
}

const testOf = ({ alert, series, afterM, stepM, expected }: Input) => ({
  interval: `${stepM}m`,
  input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  promql_expr_test: [
    {
      expr: `count by (alertname) (ALERTS{alertname="${alert}", alertstate="firing"})`,
      eval_time: `${afterM}m`,
      exp_samples: expected.map((value) => ({ labels: `{alertname="${alert}"}`, value })),
    },
  ],
});

const fileOf = (alert: string) => files[texts.findIndex((text) => text.includes(`- alert: ${alert}\n`))]!;

const inputs = Object.entries(CASES).flatMap(([alert, { fires, quiet, afterM, stepM = 1 }]): Input[] => [
  { alert, series: fires, afterM, stepM, expected: [1], rules: fileOf(alert) },
  { alert, series: quiet, afterM, stepM, expected: [], rules: fileOf(alert) },
]);

async function runPromtool(tests: readonly Input[]): Promise<string> {
  const { rules, stepM } = tests[0]!;
  const folder = mkdtempSync(join(tmpdir(), "alerts-"));
  // YAML contains JSON.
  const file = join(folder, "tests.yaml");
  // Promtool evaluates groups in any order otherwise, and an alert could miss the rates that it needs.
  const order = [...readFileSync(rules, "utf8").matchAll(/- name: (\S+)/g)].map(([, name]) => name);
  const content = {
    rule_files: [rules],
    evaluation_interval: `${stepM}m`,
    group_eval_order: order,
    tests: tests.map(testOf),
  };
  writeFileSync(file, JSON.stringify(content));
  try {
    const { stdout } = await promisify(execFile)("promtool", ["test", "rules", file]);
    return stdout;
  } catch (error) {
    const { code, stderr } = error as { code: unknown; stderr: string };
    throw new Error(code === "ENOENT" ? "no promtool: run `apt-get install prometheus` as root" : stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it("every alert has an input that makes it fire, and one that does not", async () => {
  expect(Object.keys(CASES).sort()).toEqual([...alerts].sort());
  for (const tests of Map.groupBy(inputs, ({ rules, stepM }) => `${rules} ${stepM}`).values()) {
    expect(await runPromtool(tests)).toContain("SUCCESS");
  }
});

it("every alert names a runbook that exists, and every runbook has its alert", () => {
  const named = texts.flatMap((text) => [...text.matchAll(/runbook_url: (\S+)/g)].map(([, path]) => path!));
  expect(named).toHaveLength(alerts.length);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  // The names of the other pages are words of a person who looks for something.
  const pages = readdirSync(RUNBOOKS).filter((name) => name.startsWith("Emissions"));
  expect(pages.sort()).toEqual(alerts.map((alert) => `${alert}.md`).sort());
});
