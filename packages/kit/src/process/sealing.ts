import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { partsOf, type Secrets, secretsOf } from "./secrets.ts";

/**
 * Encrypts values that must be read again, so that the database alone does not reveal them: AES-256-GCM with a nonce
 * per value. The context of a value is authenticated, so a value that is copied to another row does not open there.
 * Format: length of the key id (1 byte), key id, nonce (12 bytes), ciphertext, tag (16 bytes).
 */

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface Key {
  id: string;
  key: Buffer;
}

const KEYS_MAX = 16;

/**
 * `<id>:<base64 of 32 bytes>`, separated by commas or line ends. The first key seals. The others still open older
 * values, so that keys can be rotated.
 */
export const SealingKeys = secretsOf((text): Key[] => {
  const keys = partsOf(text).map((part): Key | null => {
    const [, id, base64] = /^([a-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/.exec(part) ?? [];
    return id === undefined || base64 === undefined ? null : { id, key: Buffer.from(base64, "base64") };
  });
  const right = keys.every((key): key is Key => key !== null && key.key.length === KEY_BYTES);
  if (right && keys.length <= KEYS_MAX && new Set(keys.map(({ id }) => id)).size === keys.length) return keys;
  // The message omits the value, because it is secret.
  throw new Error(`expected <id>:<base64 of 32 bytes>, up to ${KEYS_MAX} with commas`);
});

export class Sealer {
  readonly #keys: Secrets<Key>;

  constructor(keys: Secrets<Key>) {
    this.#keys = keys;
  }

  #key(id: string): Buffer | undefined {
    return this.#keys.all.find((key) => key.id === id)?.key;
  }

  seal(value: Uint8Array, about: string): Buffer {
    const { id, key } = this.#keys.first;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(associated(id, about));
    return Buffer.concat([
      Buffer.from([id.length]),
      Buffer.from(id, "latin1"),
      nonce,
      cipher.update(value),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
  }

  /** Throws if the key is unknown, or if the value was altered or belongs to another context. */
  open(sealed: Uint8Array, about: string): Buffer {
    const { id, rest } = parts(sealed);
    const key = this.#key(id);
    if (key === undefined) throw new Error(`The key "${id}" that a value was sealed with is not there.`);
    const decipher = createDecipheriv(CIPHER, key, rest.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(associated(id, about))
      .setAuthTag(rest.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(rest.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  }

  /** Why a stored value does not open, without the value; null if it opens. */
  faultOf(sealed: Uint8Array, about: string): string | null {
    const { id } = parts(sealed);
    if (this.#key(id) === undefined) return `the key "${id}" is missing`;
    try {
      this.open(sealed, about);
      return null;
    } catch {
      return `the key "${id}" is not the one that sealed it`;
    }
  }

  /** True if it is sealed with another key than the first one. */
  isOld(sealed: Uint8Array): boolean {
    return parts(sealed).id !== this.#keys.first.id;
  }

  /** Seals the value again with the first key. */
  renew(sealed: Uint8Array, about: string): Buffer {
    return this.seal(this.open(sealed, about), about);
  }
}

const associated = (id: string, about: string) => Buffer.from(`${id}/${about}`);

function parts(sealed: Uint8Array): { id: string; rest: Buffer } {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const end = 1 + (bytes[0] ?? 0);
  if (bytes.length < end + NONCE_BYTES + TAG_BYTES) throw new Error("A sealed value is too short.");
  return { id: bytes.toString("latin1", 1, end), rest: bytes.subarray(end) };
}
