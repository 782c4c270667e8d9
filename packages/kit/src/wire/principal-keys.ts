import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Logger } from "../process/log.ts";
import { type Background, repeat } from "../process/repeat.ts";
import { PrincipalSigner } from "./signer.ts";

/** Public keys of one issuer that are accepted at a time: the current one, and the next or the last. */
export const KEYS_PER_ISSUER_MAX = 2;
const KEYS_MAX = 64;
/** A changed file is in use after this time. */
const RELOAD_MS = 1_000;

const Curve = { kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.base64url().length(43) };
const KeyId = z.string().min(1).max(64);

/** A private key as a JWK (RFC 8037). */
const PrivateJwk = z.strictObject({ ...Curve, d: z.base64url().length(43), kid: KeyId });
/** Strict, so that a private key in the public file is refused. */
const PublicJwk = z.strictObject({ ...Curve, kid: KeyId, iss: z.string().min(1).max(64) });
const PublicKeys = z
  .strictObject({ keys: z.array(PublicJwk).max(KEYS_MAX) })
  .refine(({ keys }) => new Set(keys.map(({ kid }) => kid)).size === keys.length, "a kid appears twice")
  .refine(
    ({ keys }) => [...Map.groupBy(keys, ({ iss }) => iss).values()].every((own) => own.length <= KEYS_PER_ISSUER_MAX),
    `more than ${KEYS_PER_ISSUER_MAX} keys of one issuer`,
  );

export type PrivateJwk = z.output<typeof PrivateJwk>;
export type PublicJwk = z.output<typeof PublicJwk>;

/** The keys of a service: its own, and the public ones of every service that calls. */
export class PrincipalKeys {
  readonly issuer: string;
  readonly own: { kid: string; key: KeyObject };
  readonly #accepted: ReadonlyMap<string, { issuer: string; key: KeyObject }>;

  constructor(issuer: string, { privateKey, publicKeys }: { privateKey: unknown; publicKeys: unknown }) {
    const own = parsed(PrivateJwk, privateKey, "PRINCIPAL_KEY_FILE");
    const { keys } = parsed(PublicKeys, publicKeys, "PRINCIPAL_KEYS_FILE");
    if (!keys.some(({ kid, iss, x }) => kid === own.kid && iss === issuer && x === own.x)) {
      throw new Error(`PRINCIPAL_KEYS_FILE lacks the public key ${own.kid} of ${issuer}.`);
    }
    this.issuer = issuer;
    this.own = { kid: own.kid, key: createPrivateKey({ key: own, format: "jwk" }) };
    this.#accepted = new Map(
      keys.map((jwk) => [jwk.kid, { issuer: jwk.iss, key: createPublicKey({ key: jwk, format: "jwk" }) }]),
    );
  }

  accepted(kid: string): { issuer: string; key: KeyObject } | undefined {
    return this.#accepted.get(kid);
  }
}

/** No part of a private key is in the message. */
function parsed<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Error(`${what} has no valid keys:\n${z.prettifyError(result.error)}`);
}

export interface KeyFiles {
  PRINCIPAL_KEY_FILE: string;
  PRINCIPAL_KEYS_FILE: string;
}

const textsOf = ({ PRINCIPAL_KEY_FILE, PRINCIPAL_KEYS_FILE }: KeyFiles) => ({
  privateKey: readFileSync(PRINCIPAL_KEY_FILE, "utf8"),
  publicKeys: readFileSync(PRINCIPAL_KEYS_FILE, "utf8"),
});

const keysIn = (issuer: string, { privateKey, publicKeys }: ReturnType<typeof textsOf>) =>
  new PrincipalKeys(issuer, {
    privateKey: json(privateKey, "PRINCIPAL_KEY_FILE"),
    publicKeys: json(publicKeys, "PRINCIPAL_KEYS_FILE"),
  });

function json(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error of the parser quotes the text.
    throw new Error(`${what} is not JSON.`);
  }
}

/** A signer with the keys that the files hold now. */
export const readSigner = (issuer: string, files: KeyFiles): PrincipalSigner =>
  new PrincipalSigner(keysIn(issuer, textsOf(files)));

interface Start {
  /** The name of this service. */
  issuer: string;
  files: KeyFiles;
  log: Pick<Logger, "info" | "error">;
  reloadMs?: number;
}

/**
 * A signer with the keys in the files. `watch` reads them again when they have changed. While they are not valid, the
 * keys from before stay in use.
 */
export function startSigner({ issuer, files, log, reloadMs = RELOAD_MS }: Start): {
  signer: PrincipalSigner;
  watch: Background;
} {
  let current = textsOf(files);
  const signer = new PrincipalSigner(keysIn(issuer, current));
  const watch = repeat({
    everyMs: reloadMs,
    work: async () => {
      const texts = textsOf(files);
      if (texts.privateKey === current.privateKey && texts.publicKeys === current.publicKeys) return;
      const keys = keysIn(issuer, texts);
      current = texts;
      signer.use(keys);
      log.info({ kid: keys.own.kid }, "the keys of principals have changed");
    },
    onError: (err) => log.error({ err }, "the keys of principals cannot be read; those from before stay in use"),
  });
  return { signer, watch };
}
