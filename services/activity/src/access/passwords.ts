import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { HandlerContext } from "@connectrpc/connect";
import { FairSlots } from "@emissions/kit/process/fair-slots";
import { addressName } from "@emissions/kit/wire/address";
import { exhausted } from "@emissions/kit/wire/errors";
import { CLIENT_ADDRESS } from "@emissions/kit/wire/headers";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** scrypt as OWASP recommends it: 128 MiB of memory. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
/** For passwords of 120 random bits, which nobody guesses at any cost. A sign-in renews the hash. */
const RANDOM_COST = { N: 2 ** 14, r: 8, p: 1 };
const MEMORY_MAX = 256 * 1024 * 1024;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Each hash takes 128 MiB of memory and about half a second of a processor. Strangers cause them by wrong passwords. */
const AT_ONCE_MAX = 2;
/** A flood from one address leaves a slot to others. */
const OWN_AT_ONCE_MAX = 1;
/** Hashes that wait. More could not be answered before the deadline of their calls. */
const WAITING_MAX = 16;
const OWN_WAITING_MAX = 8;
const RETRY_AFTER_S = 2;
/** Longer passwords are refused without hashing. */
export const PASSWORD_CHARACTERS_MAX = 1024;
export const PASSWORD_CHARACTERS_MIN = 12;

/** Counts code points, not UTF-16 units, like the gateway. */
export const isTooLong = (password: string): boolean =>
  password.length > PASSWORD_CHARACTERS_MAX && [...password].length > PASSWORD_CHARACTERS_MAX;

const slots = new FairSlots({
  atOnceMax: AT_ONCE_MAX,
  ownAtOnceMax: OWN_AT_ONCE_MAX,
  waitingMax: WAITING_MAX,
  ownWaitingMax: OWN_WAITING_MAX,
  refusal: () => exhausted("TOO_MANY_REQUESTS", "Too many passwords are checked at this time.", RETRY_AFTER_S),
});

/** The call that waits for a hash. */
export interface HashCaller {
  /** The address of a client, which has a share of the slots. */
  owner: string;
  signal?: AbortSignal;
}

export const callerOf = ({ requestHeader, signal }: Pick<HandlerContext, "requestHeader" | "signal">): HashCaller => ({
  owner: addressName(requestHeader.get(CLIENT_ADDRESS) ?? ""),
  signal,
});

/** A command, which has its process for itself. */
export const OPERATOR: HashCaller = { owner: "operator" };

/** Nothing is done for a caller that has gone, not even after the hash: a password counts only if its caller waits. */
const inSlot = <R>({ owner, signal }: HashCaller, work: () => Promise<R>): Promise<R> =>
  slots.run(
    owner,
    async () => {
      const result = await work();
      signal?.throwIfAborted();
      return result;
    },
    signal,
  );

/** The hash contains its parameters, so old hashes stay valid when the parameters change. */
export const hashPassword = (password: string, caller: HashCaller): Promise<string> =>
  inSlot(caller, () => hash(password));

/** For a password that a machine made of random bits. */
export const hashRandomPassword = (password: string): Promise<string> =>
  inSlot(OPERATOR, () => hash(password, RANDOM_COST));

/** Takes the time of a present hash without a stored one, so that the time does not reveal users. */
export const isPassword = (password: string, stored: string | null, caller: HashCaller): Promise<boolean> =>
  inSlot(caller, () => matches(password, stored));

export interface Checked {
  isCorrect: boolean;
  /** The hash to store in place of one with an earlier cost. */
  renewed: string | null;
}

/**
 * For sign-in. A hash of an earlier cost is checked faster, which would reveal its user: wrong passwords take the time of
 * a new hash, too.
 */
export const checkPassword = (password: string, stored: string | null, caller: HashCaller): Promise<Checked> =>
  inSlot(caller, async () => {
    const isCorrect = await matches(password, stored);
    const renewed = stored === null || hasPresentCost(stored) ? null : await hash(password);
    return { isCorrect, renewed: isCorrect ? renewed : null };
  });

async function hash(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, KEY_BYTES, { ...cost, maxmem: MEMORY_MAX });
  return `${prefixOf(cost)}${salt.toString("base64url")}$${key.toString("base64url")}`;
}

async function matches(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt = "", wanted = ""] = (stored ?? DUMMY_HASH).split("$");
  const expected = Buffer.from(wanted, "base64url");
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: MEMORY_MAX };
  const key = await derive(password, Buffer.from(salt, "base64url"), expected.length, cost);
  return timingSafeEqual(key, expected) && stored !== null;
}

const prefixOf = ({ N, r, p }: typeof COST) => `scrypt$${N}$${r}$${p}$`;
const PREFIX = prefixOf(COST);
const DUMMY_HASH = `${PREFIX}${"A".repeat(22)}$${"A".repeat(43)}`;

const hasPresentCost = (stored: string): boolean => stored.startsWith(PREFIX);
