import { invalid } from "@emissions/kit/wire/errors";
import {
  OwnWorkforceTrainingSchema,
  OwnWorkforceTrainingService,
} from "@emissions/proto/activity/v1/own_workforce_training_service";
import { until } from "@emissions/testkit/poll";
import { expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { sample } from "../../test/samples.ts";
import { watchedStream } from "../../test/watched-stream.ts";

const PATH = "/v1/own_workforce_trainings";
const training = sample(OwnWorkforceTrainingSchema, { type: "safety", description: "x".repeat(8_000) });
const page = (rows: number) => ({ trainings: Array.from({ length: rows }, () => training) });
/** More messages than all buffers between the service and the client hold. */
const MANY = 200;

const watched = watchedStream(OwnWorkforceTrainingService.method.streamOwnWorkforceTrainings);

const list = (url = PATH) => watched.app.inject({ url, headers: as("viewer") });

const open = () => watched.open({ method: "GET", path: PATH });

it("the items of all messages are one array", async () => {
  watched.behave = async function* () {
    yield page(2);
    yield page(0);
    yield page(3);
  };
  const answer = await list();
  expect([answer.statusCode, answer.json().length, answer.headers["content-type"]]).toEqual([
    200,
    5,
    "application/json; charset=utf-8",
  ]);
});

it("without messages the answer is an empty array", async () => {
  watched.behave = async function* () {};
  expect((await list()).json()).toEqual([]);
});

it("a refusal before the first message is answered as by other routes", async () => {
  watched.behave = async function* () {
    if (watched.sent > 1) yield page(1);
    throw invalid([{ loc: ["query", "search"], msg: "no", type: "value_error" }]);
  };
  const answer = await list();
  expect([answer.statusCode, answer.json()]).toMatchObject([422, { detail: [{ loc: ["query", "search"] }] }]);
});

it("a failure after the first message cuts the connection, so that no part looks like the whole", async () => {
  watched.behave = async function* () {
    yield page(1);
    throw new Error("the disk is gone");
  };
  const answer = await open();
  expect(answer.statusCode).toBe(200);
  let text = "";
  const reading = (async () => {
    for await (const chunk of answer) text += String(chunk);
  })();
  await expect(reading).rejects.toMatchObject({ code: "ECONNRESET" });
  expect(() => JSON.parse(text)).toThrow();
});

it("a client that reads nothing holds up the service, and gets everything when it reads", async () => {
  watched.behave = async function* () {
    for (let count = 0; count < MANY; count++) yield page(50);
  };
  const answer = await open();
  let before = -1;
  await until("the service to stop sending", async () => {
    const isStill = before === watched.sent;
    before = watched.sent;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return isStill && watched.sent > 0;
  });
  expect(watched.sent).toBeLessThan(MANY / 4);
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  expect(watched.sent).toBe(MANY);
  expect(bytes).toBeGreaterThan(MANY * 50 * 8_000);
});

it("the call to the service ends when the client disconnects", async () => {
  watched.behave = async function* (_request, call) {
    while (!call.signal.aborted) yield page(50);
  };
  const answer = await open();
  expect(watched.ended).toBe(false);
  answer.destroy();
  await until("the end of the call", () => watched.ended);
});

it("HEAD has no body and leaves no call open", async () => {
  watched.behave = async function* (_request, call) {
    while (!call.signal.aborted) yield page(50);
  };
  const answer = await watched.app.inject({ method: "HEAD", url: PATH, headers: as("viewer") });
  expect([answer.statusCode, answer.body]).toEqual([200, ""]);
  await until("the end of the call", () => watched.ended);
});

it.each(["size=1", "search=a&search=b", "file_id[]=1", "created_at_from=2026"])(
  "refuses the query %s",
  async (query) => {
    expect((await list(`${PATH}?${query}`)).statusCode).toBe(422);
  },
);
