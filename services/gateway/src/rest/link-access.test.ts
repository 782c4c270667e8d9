import { newLinkToken, organizationOfLink } from "@emissions/kit/process/link-token";
import { conflict, notFound, unauthenticated } from "@emissions/kit/wire/errors";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { OURS, THEIRS } from "../../test/access.ts";
import { LINK } from "../limits/policy.ts";
import { RateLimiter } from "../limits/rate-limiter.ts";
import { createLinkAccess, type LinkUse } from "./link-access.ts";

const MINUTE_MS = 60_000;
const ADDRESS = "192.0.2.1";

/** An access to links of which one exists, and its clock. */
function links() {
  let nowMs = 0;
  const rates = new RateLimiter({ isAway: true, ask: async () => undefined }, () => nowMs * 1_000);
  const access = createLinkAccess({ rates });
  const right = newLinkToken(OURS);
  let lookedUp = 0;
  const use = async (token: string, more: Partial<LinkUse> = {}, then = async () => "opened") => {
    const one = { token, address: ADDRESS, tell: () => {}, ...more };
    await access.admit(one);
    return access.watch(one, async () => {
      lookedUp++;
      if (token !== right) throw notFound("link");
      return then();
    });
  };
  const guess = (more?: Partial<LinkUse>) => refusalOf(use(newLinkToken(OURS), more));
  return { use, right, guess, wait: (ms: number) => (nowMs += ms), lookedUp: () => lookedUp };
}

const codesOf = async (times: number, one: () => Promise<{ code: string }>) => {
  const counts: Record<string, number> = {};
  for (let n = 0; n < times; n++) {
    const { code } = await one();
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
};

it("answers 10,000 guesses of a minute with 429, but for the first 60", async () => {
  const { guess, wait } = links();
  // One guess every 6 ms: all of them in one minute.
  const counts = await codesOf(10_000, () => {
    wait(MINUTE_MS / 10_000);
    return guess();
  });
  expect(Object.keys(counts).sort()).toEqual(["LINK_NOT_FOUND", "TOO_MANY_REQUESTS"]);
  expect(counts.LINK_NOT_FOUND).toBeLessThanOrEqual(60);
});

it("lets a right link pass at its first use, behind an address of which a thousand wrong ones arrive at once", async () => {
  const { use, right, guess } = links();
  await codesOf(30, guess);
  const wrong = Array.from({ length: 1_000 }, () => guess());
  expect(await use(right)).toBe("opened");
  expect(new Set((await Promise.all(wrong)).map(({ code }) => code))).toEqual(new Set(["TOO_MANY_REQUESTS"]));
});

it("refuses malformed tokens like unknown ones, without a look-up", async () => {
  const { use, guess, lookedUp } = links();
  const malformed = () => refusalOf(use("x"));
  expect(await malformed()).toEqual(await guess());
  const before = lookedUp();
  expect(await codesOf(30, malformed)).toEqual({ LINK_NOT_FOUND: 28, TOO_MANY_REQUESTS: 2 });
  expect(lookedUp()).toBe(before);
});

it("counts a right link for itself", async () => {
  const { use, right } = links();
  await use(right);
  for (let n = 1; n < LINK.burst; n++) await use(right);
  expect((await refusalOf(use(right))).code).toBe("TOO_MANY_REQUESTS");
  expect(await use(right, { address: "192.0.2.2" })).toBe("opened");
});

it("counts a link that has ended as a wrong one, and no other refusal", async () => {
  const { use, right, guess } = links();
  await use(right);
  const answered = () => refusalOf(use(right, {}, () => Promise.reject(conflict("SURVEY_CLOSED", "closed"))));
  expect(await codesOf(40, answered)).toEqual({ SURVEY_CLOSED: 40 });
  const ended = () => refusalOf(use(right, {}, () => Promise.reject(notFound("link"))));
  expect(await codesOf(31, ended)).toEqual({ LINK_NOT_FOUND: 30, TOO_MANY_REQUESTS: 1 });
  expect((await guess()).code).toBe("TOO_MANY_REQUESTS");
});

it("limits wrong passwords with links of an organization before they are checked, from all addresses together", async () => {
  const { use, right, lookedUp } = links();
  let n = 0;
  const wrong = () => {
    const rejected = () => Promise.reject(unauthenticated("INVALID_CREDENTIALS", "wrong"));
    return refusalOf(use(right, { hasPassword: true, address: `198.51.100.${n++}` }, rejected));
  };
  expect(await codesOf(40, wrong)).toEqual({ INVALID_CREDENTIALS: 30, TOO_MANY_REQUESTS: 10 });
  expect(lookedUp()).toBe(30);
  // The link still shows what it is for, and other organizations have guesses of their own.
  expect(await use(right)).toBe("opened");
  expect((await refusalOf(use(newLinkToken(THEIRS), { hasPassword: true }))).code).toBe("LINK_NOT_FOUND");
});

it("does not limit other addresses", async () => {
  const { guess } = links();
  await codesOf(100, guess);
  expect((await guess({ address: "192.0.2.2" })).code).toBe("LINK_NOT_FOUND");
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
