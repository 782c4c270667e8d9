import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { runbookBlocks } from "../../tests/support/runbook-pages.ts";
import { CASES } from "./alerts.fixture.ts";

const run = promisify(execFile);
const ROOT = new URL("../../", import.meta.url).pathname;
const RULES = join(ROOT, "deploy/chart/files/rules");
const RUNBOOKS = join(ROOT, "docs/runbooks");
const files = readdirSync(RULES).map((name) => join(RULES, name));
const texts = files.map((file) => readFileSync(file, "utf8"));
const alerts = texts.flatMap((text) => [...text.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!));

interface Rule {
  alert?: string;
  annotations?: Record<string, string>;
}

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
    const { stdout } = await run("promtool", ["test", "rules", file]);
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

it("every page of an alert has a query or a command that can be pasted, and all of them can be read", async () => {
  const blocks = runbookBlocks();
  expect(alerts.filter((alert) => !blocks.some((block) => block.alert === alert))).toEqual([]);
  const textsOf = (language: string) => blocks.filter((block) => block.language === language).map(({ text }) => text);
  const folder = mkdtempSync(join(tmpdir(), "alerts-"));
  try {
    const file = join(folder, "rules.yaml");
    const rules = textsOf("promql").map((expr, i) => ({ record: `page:query:${i}`, expr }));
    writeFileSync(file, JSON.stringify({ groups: [{ name: "pages", rules }] }));
    await run("promtool", ["check", "rules", file]);
    for (const text of textsOf("sh")) await run("bash", ["-n", "-c", text]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("every alert has a runbook_url, whose base the chart replaces", () => {
  const rules = texts.flatMap((text) =>
    (parse(text) as { groups: { rules: Rule[] }[] }).groups.flatMap((g) => g.rules),
  );
  const found = rules.filter(({ alert }) => alert !== undefined);
  expect(found).toHaveLength(alerts.length);
  for (const { alert, annotations } of found) expect(annotations?.runbook_url).toBe(`docs/runbooks/${alert}.md`);
});

it("every alert names a runbook that exists, and every runbook has its alert", () => {
  const named = texts.flatMap((text) => [...text.matchAll(/runbook_url: (\S+)/g)].map(([, path]) => path!));
  expect(named).toHaveLength(alerts.length);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  // The names of the other pages are words of a person who looks for something.
  const pages = readdirSync(RUNBOOKS).filter((name) => name.startsWith("Emissions"));
  expect(pages.sort()).toEqual(alerts.map((alert) => `${alert}.md`).sort());
});
