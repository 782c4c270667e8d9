import { createHmac } from "node:crypto";
import { Code, ConnectError } from "@connectrpc/connect";
import { accountAddress } from "@emissions/kit/process/account-address";
import { NIL_ID } from "@emissions/kit/process/id";
import type { Secrets } from "@emissions/kit/process/secrets";
import { addressName } from "@emissions/kit/wire/address";
import { exhausted, refusalIn } from "@emissions/kit/wire/errors";
import { LRUCache } from "lru-cache";
import type { LimitsStore } from "./database.ts";
import { type Policy, SIGN_IN_ACCOUNT, SIGN_IN_ADDRESS, SIGN_IN_KNOWN, type Subject } from "./policy.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** Sign-ins that a gateway itself remembers, for when the database is away. */
const REMEMBERED_MAX = 10_000;

export interface SignIn {
  email: string;
  address: string;
}

/**
 * Limits failed sign-ins of an account and of an address, the same for accounts that do not exist. An address from which
 * the person has signed in before has a budget of its own, so that guesses from elsewhere lock nobody out.
 */
export class SignInLimits {
  readonly #rates: RateLimiter;
  readonly #store: LimitsStore;
  readonly #secrets: Secrets | undefined;
  readonly #remembered = new LRUCache<string, true>({ max: REMEMBERED_MAX });

  /** With the first secret, addresses and accounts are stored as HMACs. After its change, no address is known yet. */
  constructor(rates: RateLimiter, store: LimitsStore, secrets: Secrets | undefined) {
    this.#rates = rates;
    this.#store = store;
    this.#secrets = secrets;
  }

  /**
   * Takes tokens before the attempt, so that attempts at once count, too. All but wrong passwords and codes, and attempts
   * without an answer, give them back.
   */
  async attempt<R>({ email, address }: SignIn, work: () => Promise<R>): Promise<R> {
    const account = this.#digest(`account ${accountAddress(email)}`);
    const client = this.#digest(`address ${addressName(address)}`);
    const taken = await this.#take(await this.#budgetsOf(account, client));
    try {
      const result = await work();
      await this.#remember(account, client);
      await this.#giveBack(taken);
      return result;
    } catch (error) {
      if (!isFailure(error)) await this.#giveBack(taken);
      throw error;
    }
  }

  async #budgetsOf(account: Buffer, client: Buffer): Promise<Budget[]> {
    const [person, place] = [account.toString("base64url"), client.toString("base64url")];
    if (await this.#isKnown(account, client)) return [budget(`sign-in ${person} ${place}`, SIGN_IN_KNOWN)];
    return [budget(`sign-in ${place}`, SIGN_IN_ADDRESS), budget(`sign-in ${person}`, SIGN_IN_ACCOUNT)];
  }

  async #take(budgets: readonly Budget[]): Promise<Budget[]> {
    const taken: Budget[] = [];
    for (const one of budgets) {
      const { isRefused, retryAfterS } = await this.#rates.take(one.subject, one.policy);
      if (isRefused) {
        await this.#giveBack(taken);
        throw exhausted("TOO_MANY_REQUESTS", "Too many failed sign-ins.", retryAfterS);
      }
      taken.push(one);
    }
    return taken;
  }

  async #giveBack(budgets: readonly Budget[]): Promise<void> {
    await Promise.all(budgets.map(({ subject, policy }) => this.#rates.giveBack(subject, policy)));
  }

  async #isKnown(account: Buffer, client: Buffer): Promise<boolean> {
    if (this.#remembered.has(nameOf(account, client))) return true;
    const rows = await this.#store.ask(
      (sql) => sql<{ known: boolean }[]>`
      select is_known_sign_in(${account}, ${client}) as known`,
    );
    return rows?.[0]?.known === true;
  }

  async #remember(account: Buffer, client: Buffer): Promise<void> {
    this.#remembered.set(nameOf(account, client), true);
    await this.#store.ask((sql) => sql`select remember_sign_in(${account}, ${client})`);
  }

  #digest(text: string): Buffer {
    return createHmac("sha256", this.#secrets?.first ?? "")
      .update(text)
      .digest();
  }
}

/** Callers that do not wait for the answer cause hashes, too. */
const UNANSWERED = new Set([Code.DeadlineExceeded, Code.Canceled]);

/** The password was right where a code is asked for. The sign-in goes on with the code, and wrong codes count. */
const isFailure = (error: unknown): boolean =>
  error instanceof ConnectError &&
  (UNANSWERED.has(error.code) || (error.code === Code.Unauthenticated && refusalIn(error)?.code !== "TOTP_REQUIRED"));

interface Budget {
  subject: Subject;
  policy: Policy;
}

const budget = (name: string, policy: Policy): Budget => ({ subject: { organizationId: NIL_ID, name }, policy });

const nameOf = (account: Buffer, client: Buffer) => Buffer.concat([account, client]).toString("base64url");
