import { readFileSync } from "node:fs";
import * as db from "../../packages/kit/src/db/metrics.ts";
import * as messages from "../../packages/kit/src/messages/metrics.ts";
import { buildInfo } from "../../packages/kit/src/process/build-info.ts";
import type { Instrument } from "../../packages/kit/src/process/instruments.ts";
import { prometheusName } from "../../packages/kit/src/process/prometheus.ts";
import { runtimeInstruments } from "../../packages/kit/src/process/runtime-metrics.ts";
import * as wire from "../../packages/kit/src/wire/metrics.ts";
import * as activity from "../../services/activity/src/metrics.ts";
import * as calc from "../../services/calc/src/metrics.ts";
import * as gateway from "../../services/gateway/src/metrics.ts";
import * as notify from "../../services/notify/src/metrics.ts";

export const OBSERVABILITY_PATH = new URL("../../docs/observability.md", import.meta.url).pathname;

const [BEGIN, END] = ["<!-- Written by `npm run docs` -->\n", "<!-- End -->\n"];

const GROUPS: readonly { title: string; instruments: readonly Instrument[] }[] = [
  { title: "The process", instruments: [buildInfo, ...runtimeInstruments] },
  { title: "Calls between services", instruments: Object.values(wire) },
  { title: "Postgres and the message tables", instruments: Object.values(db) },
  { title: "NATS and events", instruments: Object.values(messages) },
  { title: "Of the gateway", instruments: Object.values(gateway) },
  { title: "Of activity", instruments: Object.values(activity) },
  { title: "Of calc", instruments: Object.values(calc) },
  { title: "Of notify", instruments: Object.values(notify) },
];

const instruments = GROUPS.flatMap((group) => group.instruments);

/** Names of Prometheus, without `_bucket`, `_sum` and `_count` of histograms. */
export const metricNames: readonly string[] = instruments.map(({ declared }) => prometheusName(declared));

/** docs/observability.md with its tables made anew. */
export function observabilityDocument(): string {
  const text = readFileSync(OBSERVABILITY_PATH, "utf8");
  const [before, after] = [text.split(BEGIN, 1)[0]!, text.slice(text.indexOf(END))];
  return before + BEGIN + GROUPS.map(tableOf).join("") + after;
}

function tableOf({ title, instruments: shown }: (typeof GROUPS)[number]): string {
  const rows = shown.map(({ declared }) => {
    const { name, unit, description, labels = [] } = declared.definition;
    const cells = [
      `\`${name}\``,
      `\`${prometheusName(declared)}\``,
      declared.kind,
      unit === "" ? "" : `\`${unit}\``,
      labels.map((label) => `\`${label}\``).join(", "),
      description,
    ];
    return `| ${cells.join(" | ")} |\n`;
  });
  const head = "| OpenTelemetry | Prometheus | Kind | Unit | Labels | Meaning |\n|---|---|---|---|---|---|\n";
  return `\n### ${title}\n\n${head}${rows.sort().join("")}\n`;
}
