import { RefusedError } from "@emissions/client";
import { expect, it } from "vitest";
import { reasonsOf } from "./reasons.ts";
import { sayIn } from "./words.ts";

const refused = (status: number, body: object, headers: Record<string, string> = {}) =>
  new RefusedError("login", { status, headers: new Headers(headers) } as Response, JSON.stringify(body));
const reasons = (error: unknown) => reasonsOf(error, sayIn("en"));

it("says why a request was refused, by its code", () => {
  expect(reasons(refused(401, { code: "INVALID_CREDENTIALS" }))).toEqual(["The address or the password is wrong."]);
});

it("says how long to wait", () => {
  const limited = (wait: string) => reasons(refused(429, { code: "TOO_MANY_REQUESTS" }, { "retry-after": wait }));
  expect(limited("30")).toContain("Wait 30 seconds, then try again.");
  expect(limited("601")).toContain("Wait 11 minutes, then try again.");
});

it("shows the text of the service for a code without a word", () => {
  expect(reasons(refused(409, { code: "A_NEW_CODE", detail: "It is taken." })).join()).toContain("It is taken.");
});

it("names the request that failed in the service", () => {
  expect(reasons(refused(500, {}, { "x-request-id": "r-1" }))).toContain("Id of the request: r-1");
});

it("says that no answer came", () => {
  expect(reasons(new TypeError("Failed to fetch"))).toEqual([
    "The service did not answer. Check the connection, and try again.",
  ]);
});
