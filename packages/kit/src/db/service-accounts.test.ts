import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { DRY_RUN, IDEMPOTENCY_KEY } from "../wire/headers.ts";
import { type Principal, servicePrincipal } from "../wire/principal.ts";
import { callOf, request, startThings, type Things } from "./transactions.fixture.ts";

let things: Things;
beforeAll(async () => {
  things = await startThings();
});
afterAll(() => things.database.drop());

it("a service account reads the rows of its organization, and writes none", async () => {
  const ours = servicePrincipal(newId());
  const keyed = { [IDEMPOTENCY_KEY]: "k" };
  await things.put(callOf(ours, keyed), newId());
  const account: Principal = { ...ours, kind: "service_account", apiKeyId: "account:reporting", role: "admin" };
  expect(await things.namesSeen(account)).toEqual(["thing"]);
  const attempts: Record<string, string>[] = [{}, { [DRY_RUN]: "true" }, keyed];
  for (const headers of attempts) {
    await expect(things.put(callOf(account, headers), newId())).rejects.toThrow("only read");
    await expect(things.db.earlier(callOf(account, headers), request)).rejects.toThrow("only read");
  }
  expect(await things.namesSeen(account)).toEqual(["thing"]);
});
