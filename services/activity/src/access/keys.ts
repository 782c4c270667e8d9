import { createHmac, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** `live` keys are for production; `test` keys are those that demonstrations and tests make. */
export type KeyKind = "live" | "test";

const FORMAT = /^(eas_(?:live|test)_[A-Za-z0-9_-]{43})([0-9A-Za-z]{6})$/;
const RANDOM_BYTES = 32;
const SHOWN = "eas_live_".length + 4;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CHECKSUM_LENGTH = 6;

/** Makes and recognizes API keys. The pepper is not in the database, so a copy of that alone opens nothing. */
export class ApiKeys {
  readonly #pepper: string;

  constructor(pepper: string) {
    this.#pepper = pepper;
  }

  /** 256 random bits, and a checksum by which mistyped keys and scanners are told without a look-up. */
  newKey(kind: KeyKind): string {
    const body = `eas_${kind}_${randomBytes(RANDOM_BYTES).toString("base64url")}`;
    return body + checksum(body);
  }

  isWellFormed(key: string): boolean {
    const [, body, check] = FORMAT.exec(key) ?? [];
    return body !== undefined && checksum(body) === check;
  }

  /**
   * What is stored and looked up. The time that the look-up takes depends on the hash alone, which tells nothing
   * about the key without the pepper.
   */
  hash(key: string): Buffer {
    return createHmac("sha256", this.#pepper).update(key).digest();
  }

  /** The part by which people recognize a key in a list. */
  prefix(key: string): string {
    return key.slice(0, SHOWN);
  }
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62.charAt(rest % BASE62.length) + text;
    rest = Math.floor(rest / BASE62.length);
  }
  return text;
}
