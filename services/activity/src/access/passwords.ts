import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** scrypt: a guess costs 32 MiB of memory and some 80 ms. */
const COST = { N: 2 ** 15, r: 8, p: 1 };
const MEMORY_MAX = 64 * 1024 * 1024;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** A longer one is refused before it costs anything. */
export const PASSWORD_CHARACTERS_MAX = 1024;

/** The parameters stand in the hash, so that they can grow without locking anybody out. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, KEY_BYTES, { ...COST, maxmem: MEMORY_MAX });
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Somebody who does not exist, or signs in elsewhere, costs the same time as a wrong password. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt = "", right = ""] = (hash ?? NOBODY).split("$");
  const expected = Buffer.from(right, "base64url");
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: MEMORY_MAX };
  const key = await derive(password, Buffer.from(salt, "base64url"), expected.length, cost);
  return timingSafeEqual(key, expected) && hash !== null;
}

const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$${"A".repeat(22)}$${"A".repeat(43)}`;
