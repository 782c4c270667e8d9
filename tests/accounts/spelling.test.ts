import { selectCredential } from "@emissions/activity/access/queries";
import { activity, allTests, us } from "@emissions/activity/activity.fixture";
import { SIGN_IN_ACCOUNT } from "@emissions/gateway/limits/policy";
import type { RateLimiter } from "@emissions/gateway/limits/rate-limiter";
import { SignInLimits } from "@emissions/gateway/limits/sign-in-limits";
import { accountAddress } from "@emissions/kit/process/account-address";
import { newId } from "@emissions/kit/process/id";
import { unauthenticated } from "@emissions/kit/wire/errors";
import { refusalOf } from "@emissions/testkit/in-memory";
import { beforeAll, expect, it } from "vitest";

allTests();

const CODE_POINT_MAX = 0x10_ff_ff;
const POINTS_PER_STATEMENT = 100_000;

interface Letter {
  letter: string;
  /** Whether `lower()` of the database makes another text of it. */
  isOther: boolean;
}

/** Every letter that the database or JavaScript writes in another case. Surrogates are no characters. */
async function selectLetters(): Promise<Letter[]> {
  const all: Letter[] = [];
  for (let first = 1; first <= CODE_POINT_MAX; first += POINTS_PER_STATEMENT) {
    const last = Math.min(first + POINTS_PER_STATEMENT - 1, CODE_POINT_MAX);
    const points = Array.from({ length: last - first + 1 }, (_, n) => first + n);
    const cased = points.filter((point) => hasCase(String.fromCodePoint(point)));
    const rows = await activity.db.asService(
      us.organizationId,
      ({ tx }) => tx<{ letter: string; lower: string }[]>`
        select chr(point) as letter, lower(chr(point)) as lower from (
          select point from generate_series(${first}::int, ${last}::int) as point
          where point not between 55296 and 57343 and lower(chr(point)) <> upper(chr(point))
          union select unnest(${cased}::int[])) as letters`,
    );
    all.push(...rows.map(({ letter, lower }) => ({ letter, isOther: lower !== letter.toLowerCase() })));
  }
  return all;
}

const hasCase = (letter: string) => letter.toLowerCase() !== letter.toUpperCase();

let letters: Letter[];
beforeAll(async () => {
  letters = await selectLetters();
});

/** The names of the budgets that a gateway takes for failed sign-ins of the accounts. */
async function budgetsOf(emails: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  const take: RateLimiter["take"] = async ({ name }, policy) => {
    if (policy === SIGN_IN_ACCOUNT) names.push(name);
    return { isRefused: false, retryAfterS: 0, limit: 1, remaining: 1, headers: {} };
  };
  const limits = new SignInLimits({ take } as RateLimiter, { isAway: true, ask: async () => undefined }, undefined);
  const wrong = () => Promise.reject(unauthenticated("INVALID_CREDENTIALS", "Email or password is wrong."));
  for (const email of emails) await refusalOf(limits.attempt({ email, address: "192.0.2.1" }, wrong));
  return names;
}

const emailOf = ({ letter }: Letter) => `v${letter}ctim@letters.example`;

/** Makes a user of each address, as far as it is not there, and returns the ids that the addresses lead to. */
const accountsOf = (emails: readonly string[]) =>
  activity.db.asService(us.organizationId, async ({ tx }) => {
    const [ids, addresses] = [emails.map(() => newId()), emails.map(accountAddress)];
    await tx`
      insert into users (id, email) select * from unnest(${ids}::uuid[], ${addresses}::text[]) on conflict do nothing`;
    const found = await tx<{ id: string }[]>`
      select u.id from unnest(${addresses}::text[]) with ordinality as a (address, place), user_by_address(a.address) u
      order by place`;
    return found.map(({ id }) => id);
  });

it("two spellings have one budget of failed sign-ins if and only if they are one account, for every letter", async () => {
  expect(letters.length).toBeGreaterThan(2_000);
  const emails = letters.map(emailOf);
  const accounts = await accountsOf(emails);
  const budgets = await budgetsOf(emails);
  const pairs = new Set(emails.map((_, at) => `${accounts[at]} ${budgets[at]}`));
  expect([accounts.length, budgets.length]).toEqual([emails.length, emails.length]);
  expect([new Set(budgets).size, new Set(accounts).size]).toEqual([pairs.size, pairs.size]);
  // Fewer than letters, because cases are one account.
  expect(pairs.size).toBeLessThan(emails.length);
});

it("the look-up folds as budgets do where the database folds differently", async () => {
  const others = letters.filter(({ isOther }) => isOther).map(emailOf);
  expect(others).toContain("v\u0130ctim@letters.example");
  const accounts = await accountsOf(others);
  const find = (email: string) => activity.db.asService(us.organizationId, ({ tx }) => selectCredential(tx, email));
  for (const [at, email] of others.entries()) expect((await find(email))?.id).toBe(accounts[at]);
});
