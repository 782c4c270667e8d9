import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** RFC 6238 with the values that all authenticator apps know: SHA-1, 6 digits, 30 seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps before and after the present one whose codes count, because clocks differ. */
const STEPS_AROUND = 1;
/** As long as the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const ISSUER = "Emissions Accounting";

export const RECOVERY_CODES = 10;
/** 80 random bits: nobody guesses them, and nobody finds them by their hash. */
const RECOVERY_BYTES = 10;

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The step of 30 seconds since 1970. */
export const stepAt = (ms: number): number => Math.floor(ms / STEP_MS);

/** The code of a step: 6 digits. */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 0x0f) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

interface Given {
  secret: Uint8Array;
  /** 6 digits. */
  code: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The step of the last code that counted. */
  lastStep: number | null;
}

/** The step whose code this is. Null for a wrong code, and for one that is not later than the last. */
export function stepOf({ secret, code, at, lastStep }: Given): number | null {
  let found: number | null = null;
  const present = stepAt(at);
  for (let step = present - STEPS_AROUND; step <= present + STEPS_AROUND; step++) {
    const isRight = timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code));
    if (isRight && step > (lastStep ?? -1)) found = step;
  }
  return found;
}

const SEPARATORS = /[\s-]/g;

/** A code as it counts: people type spaces, and recovery codes in any case. */
export const plainCode = (code: string): string => code.replace(SEPARATORS, "").toUpperCase();

/** Whether a plain code is one of an app, and not a recovery code. */
export const isAppCode = (code: string): boolean => /^[0-9]{6}$/.test(code);

/** `ABCD-EFGH-IJKL-MNOP`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g)!.join("-"));

/** Each person has hashes of their own. */
export const recoveryHash = (userId: string, code: string): Buffer =>
  createHash("sha256")
    .update(`${userId}/${plainCode(code)}`)
    .digest();

/** The secret in the two forms that apps take. */
export function shownSecret(secret: Uint8Array, email: string): { secret: string; uri: string } {
  const text = base32(secret);
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(email)}`;
  const values = { secret: text, issuer: ISSUER, algorithm: "SHA1", digits: DIGITS, period: STEP_MS / 1_000 };
  const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return { secret: text, uri: `otpauth://totp/${label}?${query.join("&")}` };
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BASE32_BITS = 5;

/** Without padding, for lengths that need none. */
function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return Array.from({ length: bits.length / BASE32_BITS }, (_, index) =>
    BASE32.charAt(Number.parseInt(bits.slice(index * BASE32_BITS, (index + 1) * BASE32_BITS), 2)),
  ).join("");
}
