import { readFileSync } from "node:fs";
import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import { beforeAll, expect, inject, it } from "vitest";
import { type Backend, finished, unitIds } from "../support/backend.ts";
import { metricsUsed } from "../support/metrics-used.ts";
import { runbookBlocks } from "../support/runbook-pages.ts";
import { sharedBackend } from "../support/shared-backend.ts";

/** Shown by a service with a standby alone. */
const WITH_STANDBY = "emissions_standby_reads_total";
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/;

let backend: Backend;
let texts: Map<string, string>;

const scrape = async () => {
  const { opsUrls } = inject("sharedSystem");
  const answers = Object.entries(opsUrls).map(async ([name, url]) => {
    const answer = await fetch(`${url}/metrics`);
    return [name, await answer.text()] as const;
  });
  return new Map(await Promise.all(answers));
};

const namesIn = (text: string) => new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!));

beforeAll(async () => {
  backend = await sharedBackend();
  const us = backend.caller("outsider");
  const unit = await unitIds(backend, us);
  const record = {
    product_name: "Counted",
    sector: "541511",
    quantity: 1,
    unit_id: unit("USD"),
    purchase_date: "2025-01-15",
    expense_type: "opex",
  };
  const headers = { "idempotency-key": newId() };
  const { json } = await backend.call("POST", "/v2/purchases", { as: us, body: { records: [record] }, headers });
  await finished(backend, us, json.id);
  await backend.call("GET", `/v1/purchases/${newId()}`, { as: us });
  // A consumer's gauge is set every 2 s.
  texts = await until("the lag of consumers", async () => {
    const found = await scrape();
    return found.get("calc")?.includes("emissions_consumer_pending{") === true && found;
  });
});

it("each metric of the alerts, their pages and the dashboards is in the answers of the running processes", () => {
  const present = new Set([...texts.values()].flatMap((text) => [...namesIn(text)]));
  expect([...metricsUsed()].filter((name) => !present.has(name))).toEqual([WITH_STANDBY]);
});

it("each SQL query of the pages of alerts runs", async () => {
  const queries = runbookBlocks().filter(({ language }) => language === "sql");
  expect(queries.length).toBeGreaterThan(10);
  await asAdmin(inject("sharedSystem").adminUrl, async (sql) => {
    for (const { alert, text } of queries) {
      await sql.unsafe(text).catch((error: Error) => expect.fail(`${alert}: ${error.message}`));
    }
  });
});

it("each metric of a process is in docs/observability.md", () => {
  const text = readFileSync(new URL("../../docs/observability.md", import.meta.url), "utf8");
  const shown = [...texts.values()].flatMap((one) => [...namesIn(one)]).filter((name) => name !== "target_info");
  expect([...new Set(shown)].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

it("no label has an id, and each series names its process", () => {
  for (const [name, text] of texts) {
    const series = text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith("target_info"));
    expect(series.length).toBeGreaterThan(50);
    expect(series.filter((line) => UUID.test(line) || !line.includes(`service_name="${name}"`))).toEqual([]);
  }
});

it("the results of records are counted where they arise", () => {
  expect(texts.get("calc")).toMatch(/^emissions_calculations_total\{result="calculated",.*\} [1-9]/m);
  expect(texts.get("activity")).toMatch(
    /^emissions_job_duration_seconds_count\{operation="create",status="completed",.*\} [1-9]/m,
  );
  expect(texts.get("gateway")).toMatch(/^emissions_http_refusals_total\{code="NOT_FOUND",.*\} [1-9]/m);
  expect(texts.get("gateway")).toMatch(
    /^http_server_request_duration_seconds_count\{.*http_route="\/v2\/purchases",.*\} [1-9]/m,
  );
});
