import { readdirSync, readFileSync } from "node:fs";
import { runbookBlocks } from "./runbook-pages.ts";

const FILES = new URL("../../deploy/chart/files/", import.meta.url);
const METRIC = /\b(?:emissions|http|rpc|db|messaging|process|nodejs|v8js)_[a-z0-9_]+/g;
/** Labels whose names look like those of metrics. */
const LABEL =
  /^(http_(route|response_status_code)|rpc_(method|response_status_code)|db_client_connection_(state|pool_name)|messaging_consumer_group_name|v8js_gc_type)$/;
/** Of histograms, whose names end in a unit. */
const ENDING = /(?<=_seconds)_(bucket|sum|count)$/;
/** Lines of rules that contain no expression. */
const TEXT_LINE = /^\s*(- (name|alert|record):|summary:|runbook_url:|#)/;

/** The metrics in the expressions of rules, dashboards and runbooks, without the endings of histograms. */
export function metricsUsed(): ReadonlySet<string> {
  const expressions = ["rules/", "dashboards/"].flatMap((folder) => {
    const url = new URL(folder, FILES);
    return readdirSync(url).flatMap((name) => expressionsIn(readFileSync(new URL(name, url), "utf8")));
  });
  const queries = runbookBlocks().filter(({ language }) => language === "promql");
  const names = [...expressions, ...queries.map(({ text }) => text)].flatMap(
    (expression) => expression.match(METRIC) ?? [],
  );
  return new Set(names.filter((name) => !LABEL.test(name)).map((name) => name.replace(ENDING, "")));
}

function expressionsIn(text: string): string[] {
  if (!text.startsWith("{")) return text.split("\n").filter((line) => !TEXT_LINE.test(line));
  return [...text.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, expression]) => JSON.parse(expression!));
}
