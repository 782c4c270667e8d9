import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import { ACCOUNT_PREFIX, AccountName, AccountRights } from "./service-account.ts";

/** Public keys of one issuer that are accepted at a time: the current one, and the next or the last. */
const KEYS_PER_ISSUER_MAX = 2;
const KEYS_MAX = 256;

const Curve = { kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.base64url().length(43) };
const KeyId = z.string().min(1).max(64);

/** A private key as a JWK (RFC 8037). */
const PrivateJwk = z.strictObject({ ...Curve, d: z.base64url().length(43), kid: KeyId });
const ServiceName = z
  .string()
  .min(1)
  .max(64)
  .refine((name) => !name.startsWith(ACCOUNT_PREFIX), "a service account needs its rights");
/** Strict, so that a private key in the public file is refused. */
const ServiceJwk = z.strictObject({ ...Curve, kid: KeyId, iss: ServiceName });
export const AccountJwk = z.strictObject({ ...Curve, kid: KeyId, iss: AccountName, ...AccountRights });
export type AccountJwk = z.output<typeof AccountJwk>;
export const PublicKeys = z
  .strictObject({ keys: z.array(z.union([ServiceJwk, AccountJwk])).max(KEYS_MAX) })
  .refine(({ keys }) => new Set(keys.map(({ kid }) => kid)).size === keys.length, "a kid appears twice")
  .refine(
    ({ keys }) => [...Map.groupBy(keys, ({ iss }) => iss).values()].every((own) => own.length <= KEYS_PER_ISSUER_MAX),
    `more than ${KEYS_PER_ISSUER_MAX} keys of one issuer`,
  );

interface AcceptedKey {
  issuer: string;
  key: KeyObject;
  /** Set for a service account. */
  account?: AccountRights;
}

/** The keys of a service: its own, and the public ones of every service that calls. */
export class PrincipalKeys {
  readonly issuer: string;
  readonly own: { kid: string; key: KeyObject };
  readonly #accepted: ReadonlyMap<string, AcceptedKey>;

  constructor(issuer: string, { privateKey, publicKeys }: { privateKey: unknown; publicKeys: unknown }) {
    const own = parsed(PrivateJwk, privateKey, "PRINCIPAL_KEY_FILE");
    const { keys } = parsed(PublicKeys, publicKeys, "PRINCIPAL_KEYS_FILE");
    if (!keys.some(({ kid, iss, x }) => kid === own.kid && iss === issuer && x === own.x)) {
      throw new Error(`PRINCIPAL_KEYS_FILE lacks the public key ${own.kid} of ${issuer}.`);
    }
    this.issuer = issuer;
    this.own = { kid: own.kid, key: createPrivateKey({ key: own, format: "jwk" }) };
    this.#accepted = new Map(
      keys.map(({ kid, iss: issuer, kty, crv, x, ...rights }) => {
        const key = createPublicKey({ key: { kty, crv, x }, format: "jwk" });
        return [kid, { issuer, key, ...("scopes" in rights && { account: rights }) }];
      }),
    );
  }

  accepted(kid: string): AcceptedKey | undefined {
    return this.#accepted.get(kid);
  }
}

/** No part of a private key is in the message. */
function parsed<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Error(`${what} has no valid keys:\n${z.prettifyError(result.error)}`);
}
