import { createHmac, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Secrets } from "@emissions/kit/process/secrets";

/** `live` keys are for production, `test` keys for demonstrations and tests. */
export const KEY_KINDS = ["live", "test"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

const FORMAT = /^(eas_(?:live|test)_[A-Za-z0-9_-]{43})([0-9A-Za-z]{6})$/;
const RANDOM_BYTES = 32;
const PREFIX_LENGTH = "eas_live_".length + 4;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CHECKSUM_LENGTH = 6;

/** Generates and checks API keys. A pepper is not in the database, so a stolen copy does not reveal valid keys. */
export class ApiKeys {
  readonly #peppers: Secrets;
  readonly #kind: KeyKind;

  constructor(peppers: Secrets, kind: KeyKind = "live") {
    this.#peppers = peppers;
    this.#kind = kind;
  }

  /** 256 random bits and a checksum, which refuses mistyped keys without a query. */
  newKey(kind = this.#kind): string {
    const body = `eas_${kind}_${randomBytes(RANDOM_BYTES).toString("base64url")}`;
    return body + checksum(body);
  }

  isWellFormed(key: string): boolean {
    const [, body, check] = FORMAT.exec(key) ?? [];
    return body !== undefined && checksum(body) === check;
  }

  /** The database stores only this hash. The time of a look-up reveals nothing about the key without the pepper. */
  hash(key: string): Buffer {
    return hashWith(this.#peppers.first, key);
  }

  /** The hashes that may be stored: with the present pepper, which is first, and with those before it. */
  hashes(key: string): Buffer[] {
    return this.#peppers.all.map((pepper) => hashWith(pepper, key));
  }

  /** Identifies a key for people. */
  prefix(key: string): string {
    return key.slice(0, PREFIX_LENGTH);
  }
}

const hashWith = (pepper: string, key: string) => createHmac("sha256", pepper).update(key).digest();

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62.charAt(rest % BASE62.length) + text;
    rest = Math.floor(rest / BASE62.length);
  }
  return text;
}
