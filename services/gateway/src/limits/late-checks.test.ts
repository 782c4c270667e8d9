import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { LateChecks } from "./late-checks.ts";

/** A check that ends when it is told to. */
function pending() {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isRunning = false;
  const work = () => {
    isRunning = true;
    return promise;
  };
  return { work, end: () => resolve("checked"), isRunning: () => isRunning };
}

it("runs few checks of an address at once, the others in their order, and refuses beyond the queue", async () => {
  const checks = new LateChecks({ running: 1, waiting: 2 });
  const [first, second, third] = [pending(), pending(), pending()];
  const results = [first, second, third].map(({ work }) => checks.run("a", work));
  expect((await refusalOf(checks.run("a", pending().work))).code).toBe("TOO_MANY_REQUESTS");
  expect(await checks.run("b", async () => "of another address")).toBe("of another address");
  first.end();
  expect([await results[0], second.isRunning(), third.isRunning()]).toEqual(["checked", true, false]);
  second.end();
  third.end();
  expect(await Promise.all(results)).toEqual(["checked", "checked", "checked"]);
  expect(await checks.run("a", async () => "later")).toBe("later");
});

it("passes the place on after a refusal", async () => {
  const checks = new LateChecks({ running: 1, waiting: 2 });
  const refused = checks.run("a", () => Promise.reject(new Error("wrong")));
  expect(await Promise.allSettled([refused, checks.run("a", async () => "right")])).toMatchObject([
    { status: "rejected" },
    { value: "right" },
  ]);
});
