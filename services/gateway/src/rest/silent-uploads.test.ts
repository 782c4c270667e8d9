import { randomUUID } from "node:crypto";
import { type AddressInfo, connect, type Socket } from "node:net";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { as, type Who } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { exampleOf, FORM } from "../../test/hostile-requests.ts";

const { app, routes } = await gateway();
const WASTES = routes.find(({ verb, path }) => `${verb} ${path}` === "POST /v2/wastes")!;
const BATCH_BYTES_MAX = WASTES.spec.limits.bodyBytes!;
const SILENT = 20;
const JSON_TYPE = "application/json";
const port = () => (app.server.address() as AddressInfo).port;

beforeAll(() => app.listen({ host: "127.0.0.1", port: 0 }).then(() => {}));
afterAll(() => app.close());

interface Upload {
  socket: Socket;
  answer: string;
}

interface Sent {
  path?: string;
  type?: string;
  body?: string;
}

/** Sends the headers of a request, of a batch by default, and a part of its body. */
function beginUpload(who: Who, length: string, { path = "/v2/wastes", type = JSON_TYPE, body = "" }: Sent = {}) {
  const upload: Upload = { socket: connect(port(), "127.0.0.1"), answer: "" };
  const headers = { host: "a", ...as(who), "content-type": type, "idempotency-key": randomUUID() };
  const lines = Object.entries(headers).map((header) => header.join(": "));
  onTestFinished(() => void upload.socket.destroy());
  upload.socket.on("error", () => {});
  upload.socket.on("data", (data) => {
    upload.answer += data;
  });
  upload.socket.write(`POST ${path} HTTP/1.1\r\n${[...lines, length].join("\r\n")}\r\n\r\n${body}`);
  return upload;
}

/** The status of a batch of 1.5 MB. */
async function statusOfBatch(who: Who): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port()}/v2/wastes`, {
    method: "POST",
    headers: { ...as(who), "content-type": "application/json", "idempotency-key": randomUUID() },
    body: JSON.stringify(exampleOf(WASTES)) + " ".repeat(1_500_000),
  });
  await answer.text();
  return answer.status;
}

const count = (uploads: readonly Upload[], status: number) =>
  uploads.filter(({ answer }) => answer.startsWith(`HTTP/1.1 ${status} `)).length;

it.each([`content-length: ${BATCH_BYTES_MAX}`, "transfer-encoding: chunked"])(
  "silent uploads take no share, and end soon: %s",
  async (length) => {
    const begun = performance.now();
    const silent = Array.from({ length: SILENT }, () => beginUpload("editor", length));
    expect(await Promise.all((["editor", "admin", "stranger"] as const).map(statusOfBatch))).toEqual([202, 202, 202]);
    await until("the silent uploads to be refused", () => count(silent, 408) === SILENT);
    expect(performance.now() - begun).toBeLessThan(20_000);
  },
);

it("an upload that goes on after its first part is not refused early", async () => {
  const upload = beginUpload("editor", "content-length: 1200000", { body: " ".repeat(400_000) });
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(upload.answer).toBe("");
  const batch = JSON.stringify(exampleOf(WASTES));
  upload.socket.write(batch + " ".repeat(800_000 - batch.length));
  await until("the answer", () => upload.answer !== "");
  expect(upload.answer).toMatch(/^HTTP\/1.1 202 /);
});

it("twenty silent uploads of files of one key leave uploads to other organizations", async () => {
  const statusOfUpload = async (who: Who) => {
    const answer = await fetch(`http://127.0.0.1:${port()}/v1/files`, {
      method: "POST",
      headers: { ...as(who), ...FORM.headers },
      body: FORM.payload,
    });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  const type = FORM.headers["content-type"];
  const silent = Array.from({ length: 100 }, () =>
    beginUpload("editor", "content-length: 100000", { path: "/v1/files", type }),
  );
  await until("the uploads beyond the share to be refused", () => count(silent, 429) === 80);
  expect(await statusOfUpload("editor")).toEqual([429, "TOO_MANY_UPLOADS"]);
  // Admitted: the refusal is that of the fake service, which has no files of this organization.
  expect(await statusOfUpload("stranger")).toEqual([404, "NOT_FOUND"]);
});
