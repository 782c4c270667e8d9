import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Ops, startOps } from "./ops.ts";

let ops: Ops;
beforeEach(async () => {
  ops = await startOps({ host: "127.0.0.1", port: 0, metricsText: async () => "up 1\n" });
});
afterEach(() => ops.close());

async function get(path: string, method = "GET") {
  const response = await fetch(`http://127.0.0.1:${ops.port}${path}`, { method });
  return { status: response.status, text: await response.text() };
}

describe("/readyz", () => {
  it("is 503 before the process is ready and while it stops", async () => {
    expect((await get("/readyz")).status).toBe(503);
    ops.setReady(true);
    expect((await get("/readyz")).status).toBe(200);
    ops.setReady(false);
    expect((await get("/readyz")).status).toBe(503);
  });

  it("names the failing checks without their causes", async () => {
    ops.setReady(true);
    ops.addCheck("database", () => Promise.reject(new Error("postgres://u:p@db refused")));
    ops.addCheck("other", () => Promise.resolve());
    const { status, text } = await get("/readyz");
    expect(status).toBe(503);
    expect(JSON.parse(text)).toEqual({ status: "not ready", failing: ["database"] });
  });

  it("names a failing check of a process that is ready without it", async () => {
    ops.setReady(true);
    ops.addCheck("calc", () => Promise.reject(new Error("refused")), "any");
    ops.addCheck("notify", () => Promise.resolve(), "any");
    expect(await get("/readyz")).toEqual({ status: 200, text: '{"status":"ready","failing":["calc"]}' });
  });
});

it("/livez is 200 even with failing checks", async () => {
  ops.addCheck("database", () => Promise.reject(new Error("down")));
  expect((await get("/livez")).status).toBe(200);
});

it("/metrics answers in the text format of Prometheus", async () => {
  const response = await fetch(`http://127.0.0.1:${ops.port}/metrics`);
  expect(await response.text()).toBe("up 1\n");
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
});

it("other paths answer 404", async () => {
  expect((await get("/")).status).toBe(404);
  expect((await get("/metrics", "POST")).status).toBe(405);
});
