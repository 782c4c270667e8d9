import {
  OwnWorkforceTrainingSchema,
  OwnWorkforceTrainingService,
} from "@emissions/proto/activity/v1/own_workforce_training_service";
import { PurchaseSchema } from "@emissions/proto/activity/v1/purchase_service";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample, samplePurchase } from "../../test/samples.ts";
import { watchedStream } from "../../test/watched-stream.ts";

const DIGITS = "12345678901234567890.123456789";
const AS_TEXT = { prefer: "decimals=string" };
const { app } = await gateway({ samples: [sample(PurchaseSchema, { quantity: DIGITS })] });

const get = (url: string, headers: Record<string, string> = {}, from = app) =>
  from.inject({ url, headers: { ...as("viewer"), ...headers } });

describe("Prefer: decimals=string", () => {
  it("shows the decimals of a record as texts with all digits", async () => {
    const url = `/v1/purchases/${SAMPLE_ID}`;
    const answer = await get(url, AS_TEXT);
    expect([answer.json().quantity, answer.headers["preference-applied"]]).toEqual([DIGITS, "decimals=string"]);
    const plain = await get(url);
    expect(plain.body).toContain(`"quantity":${DIGITS}`);
    expect(plain.headers).not.toHaveProperty("preference-applied");
    expect(plain.body).toBe(answer.body.replaceAll(`"${DIGITS}"`, DIGITS));
  });

  it("shows the decimals of a list as texts, and its counts as numbers", async () => {
    const { items, ...counts } = (await get("/v1/purchases", AS_TEXT)).json();
    expect([items[0].quantity, counts]).toMatchObject([DIGITS, { total: 1, page: 1, size: 50, pages: 1 }]);
  });

  it("applies to totals", async () => {
    const url = "/v1/total-impacts?start_date=2025-01-01&end_date=2025-12-31";
    const numbers = (await get(url)).body;
    const texts = (await get(url, AS_TEXT)).body;
    expect(texts).not.toBe(numbers);
    expect(texts.replaceAll(/"(\d+(?:\.\d+)?)"/g, "$1")).toBe(numbers);
  });

  it("applies to the answer of a write, together with another preference", async () => {
    const answer = await app.inject({
      method: "POST",
      url: "/v1/purchases",
      headers: { ...as("editor"), prefer: "handling=strict, decimals=string" },
      payload: { ...samplePurchase, quantity: DIGITS },
    });
    expect([answer.json().quantity, answer.headers["preference-applied"]]).toEqual([
      DIGITS,
      "handling=strict, decimals=string",
    ]);
  });

  it.each([
    "decimals",
    "decimals=number",
    "decimals=strings",
    "decimals=number, decimals=string",
    'x="decimals=string"',
  ])("is not %j", async (prefer) => {
    const answer = await get(`/v1/purchases/${SAMPLE_ID}`, { prefer });
    expect([answer.statusCode, "preference-applied" in answer.headers]).toEqual([200, false]);
    expect(answer.body).toContain(`"quantity":${DIGITS}`);
  });

  it("has no effect on files", async () => {
    const answer = await get("/v2/inventory?start_date=2025-01-01&end_date=2025-12-31&format=csv", AS_TEXT);
    expect([answer.statusCode, "preference-applied" in answer.headers]).toEqual([200, false]);
  });
});

describe("a streamed list", () => {
  const watched = watchedStream(OwnWorkforceTrainingService.method.streamOwnWorkforceTrainings);
  it("has decimals as texts, too", async () => {
    watched.behave = async function* () {
      yield { trainings: [sample(OwnWorkforceTrainingSchema, { type: "safety", hours: DIGITS })] };
    };
    const answer = await get("/v1/own_workforce_trainings", AS_TEXT, watched.app);
    expect([answer.headers["preference-applied"], answer.body]).toEqual([
      "decimals=string",
      expect.stringContaining(`"${DIGITS}"`),
    ]);
  });
});
