import { newLinkToken, organizationOfLink } from "@emissions/kit/process/link-token";
import { notFound, unauthenticated } from "@emissions/kit/wire/errors";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { OURS } from "../../test/access.ts";
import { FAILED_LINKS } from "../limits/policy.ts";
import { RateLimiter } from "../limits/rate-limiter.ts";
import { FailedLoginLimiter } from "./failed-login-limiter.ts";
import { createLinkAccess } from "./link-access.ts";

const MINUTE_MS = 60_000;
const ADDRESS = "192.0.2.1";

/** An access whose look-ups find nothing, and its clock. */
function guessing() {
  let nowMs = 0;
  const rates = new RateLimiter({ isAway: true, ask: async () => undefined }, () => nowMs * 1_000);
  const access = createLinkAccess(new FailedLoginLimiter(rates, FAILED_LINKS));
  let lookedUp = 0;
  const guess = async (token: string, address = ADDRESS) => {
    await access.admit(token, address);
    return access.watch(address, async () => {
      lookedUp++;
      throw notFound("link");
    });
  };
  return { access, guess, wait: (ms: number) => (nowMs += ms), lookedUp: () => lookedUp };
}

it("gives 10,000 guesses nothing, and slows them down to 30 a minute", async () => {
  const { guess, wait, lookedUp } = guessing();
  const codes = new Map<string, number>();
  // One guess every 6 ms: all of them in one minute.
  for (let n = 0; n < 10_000; n++) {
    const { code } = await refusalOf((async () => guess(newLinkToken(OURS)))());
    codes.set(code, (codes.get(code) ?? 0) + 1);
    wait(MINUTE_MS / 10_000);
  }
  expect([...codes.keys()].sort()).toEqual(["LINK_NOT_FOUND", "TOO_MANY_REQUESTS"]);
  expect(lookedUp()).toBeLessThanOrEqual(60);
});

it("counts wrong passwords with a link like links that do not exist", async () => {
  const { access, guess } = guessing();
  const wrong = () => Promise.reject(unauthenticated("INVALID_CREDENTIALS", "wrong"));
  for (let n = 0; n < 30; n++) await refusalOf(access.watch(ADDRESS, wrong));
  expect((await refusalOf((async () => guess(newLinkToken(OURS)))())).code).toBe("TOO_MANY_REQUESTS");
});

it("counts malformed tokens like unknown ones, with the same refusal", async () => {
  const { access, guess } = guessing();
  const malformed = await refusalOf((async () => access.admit("x", ADDRESS))());
  const unknown = await refusalOf((async () => guess(newLinkToken(OURS)))());
  expect(malformed).toEqual(unknown);
  for (let n = 0; n < 28; n++) await refusalOf((async () => access.admit("x", ADDRESS))());
  expect((await refusalOf((async () => guess(newLinkToken(OURS)))())).code).toBe("TOO_MANY_REQUESTS");
});

it("does not limit other addresses", async () => {
  const { access, guess } = guessing();
  for (let n = 0; n < 100; n++) await refusalOf((async () => guess(newLinkToken(OURS)))());
  expect(await access.admit(newLinkToken(OURS), "192.0.2.2")).toMatchObject({ organizationId: OURS, kind: "service" });
});

it.each(["", "x", "a".repeat(63), "a".repeat(65), `${"a".repeat(63)}!`, `${"a".repeat(63)} `, OURS, "../".repeat(21)])(
  "reads no organization from the malformed token %j",
  (token) => expect(organizationOfLink(token)).toBeNull(),
);

it("makes tokens of 256 random bits that name their organization", () => {
  const tokens = new Set(Array.from({ length: 1_000 }, () => newLinkToken(OURS)));
  expect(tokens.size).toBe(1_000);
  expect([...tokens].every((token) => organizationOfLink(token) === OURS)).toBe(true);
});
