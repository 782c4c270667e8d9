import { scryptSync } from "node:crypto";
import { refusalIn } from "@emissions/kit/wire/errors";
import { CLIENT_ADDRESS } from "@emissions/kit/wire/headers";
import { expect, it } from "vitest";
import { callerOf, checkPassword, isPassword, OPERATOR } from "./passwords.ts";

const GONE = "the caller has gone";
const PASSWORD = "correct horse battery";

/** A hash of the cost of earlier releases. */
function earlierHash(): string {
  const key = scryptSync(PASSWORD, Buffer.alloc(16, 1), 32, { N: 2 ** 14, r: 8, p: 1 });
  return `scrypt$${2 ** 14}$8$1$${Buffer.alloc(16, 1).toString("base64url")}$${key.toString("base64url")}`;
}

const callFrom = (address: string, signal = new AbortController().signal) =>
  callerOf({ requestHeader: new Headers({ [CLIENT_ADDRESS]: address }), signal });

it("renews a hash of an earlier cost when the password is right, and only then", async () => {
  const wrong = await checkPassword("wrong horse battery", earlierHash(), OPERATOR);
  expect(wrong).toEqual({ isCorrect: false, renewed: null });
  const { isCorrect, renewed } = await checkPassword(PASSWORD, earlierHash(), OPERATOR);
  expect([isCorrect, renewed]).toEqual([true, expect.stringMatching(/^scrypt\$131072\$8\$1\$/)]);
  expect(await isPassword(PASSWORD, renewed, OPERATOR)).toBe(true);
});

it("an address has a share of the checks: a flood from it delays no check of another one", async () => {
  const answered: string[] = [];
  const check = (name: string, address: string) =>
    isPassword(PASSWORD, null, callFrom(address)).then(
      () => answered.push(`${name} checked`),
      (error) => answered.push(`${name} ${refusalIn(error)?.code}`),
    );
  // One network of IPv6 is one client.
  const flood = Array.from({ length: 12 }, (_, n) => check("flood", `2001:db8::${n + 1}`));
  await Promise.all([...flood, check("other", "192.0.2.1")]);
  // One of the flood runs and eight wait. The other one runs beside the first, whichever ends first.
  expect(answered.slice(0, 3)).toEqual(Array(3).fill("flood TOO_MANY_REQUESTS"));
  expect(answered.slice(3, 6)).toContain("other checked");
  expect(answered.filter((one) => one === "flood checked")).toHaveLength(9);
});

it("a password whose caller has gone is not right: neither one that waits, nor one that is being checked", async () => {
  const caller = new AbortController();
  const checks = ["checked", "waits"].map(() =>
    isPassword(PASSWORD, earlierHash(), callFrom("192.0.2.2", caller.signal)),
  );
  caller.abort(new Error(GONE));
  const outcomes = await Promise.allSettled(checks);
  expect(outcomes.map((one) => one.status === "rejected" && one.reason.message)).toEqual(Array(2).fill(GONE));
  expect(await isPassword(PASSWORD, earlierHash(), callFrom("192.0.2.2"))).toBe(true);
});
