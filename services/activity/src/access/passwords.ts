import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** scrypt with 32 MiB of memory and about 80 ms per check. */
const COST = { N: 2 ** 15, r: 8, p: 1 };
const MEMORY_MAX = 64 * 1024 * 1024;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Longer passwords are refused without hashing. */
export const PASSWORD_CHARACTERS_MAX = 1024;

/** The hash contains its parameters, so old hashes stay valid when the parameters change. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, KEY_BYTES, { ...COST, maxmem: MEMORY_MAX });
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Takes the same time without a stored hash, so that the time does not reveal users. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt = "", stored = ""] = (hash ?? DUMMY_HASH).split("$");
  const expected = Buffer.from(stored, "base64url");
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: MEMORY_MAX };
  const key = await derive(password, Buffer.from(salt, "base64url"), expected.length, cost);
  return timingSafeEqual(key, expected) && hash !== null;
}

const DUMMY_HASH = `scrypt$${COST.N}$${COST.r}$${COST.p}$${"A".repeat(22)}$${"A".repeat(43)}`;
