import { unauthenticated } from "@emissions/kit/wire/errors";
import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify, SignJWT } from "jose";
import { unavailable } from "../rest/errors.ts";

const ISSUER = "emissions-accounting";
export const TOKEN_SECONDS = 3_600;
const JWKS_TIMEOUT_MS = 2_000;
const CLOCK_SKEW_S = 30;
/** Asymmetric only: with a public key as HMAC secret, anyone could sign. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

export interface OutsideIssuer {
  issuer: string;
  audience: string;
  jwksUrl: string;
}

export interface Tokens {
  /** The email address in a valid token of either issuer. Refuses with INVALID_TOKEN. */
  verify(token: string): Promise<string>;
  /** Absent without a secret of the built-in issuer. */
  issue?: (email: string) => Promise<string>;
}

/** Verifies tokens of an external issuer and of the built-in one, which is for local use. */
export function createTokens(options: { secret?: string; outside?: OutsideIssuer }): Tokens {
  const { outside } = options;
  const secret = options.secret === undefined ? undefined : new TextEncoder().encode(options.secret);
  const keys = outside && createRemoteJWKSet(new URL(outside.jwksUrl), { timeoutDuration: JWKS_TIMEOUT_MS });

  async function payloadOf(token: string): Promise<JWTPayload> {
    const { iss } = decodeJwt(token);
    if (secret && iss === ISSUER) {
      return (await jwtVerify(token, secret, { issuer: ISSUER, audience: ISSUER, algorithms: ["HS256"], ...STRICT }))
        .payload;
    }
    if (outside && keys && iss === outside.issuer) {
      const { issuer, audience } = outside;
      return (await jwtVerify(token, reachable(keys), { issuer, audience, algorithms: ALGORITHMS, ...STRICT })).payload;
    }
    throw invalidToken();
  }

  return {
    async verify(token) {
      try {
        return emailIn(await payloadOf(token));
      } catch (error) {
        throw error instanceof errors.JOSEError ? invalidToken() : error;
      }
    },
    ...(secret && {
      issue: (email: string) =>
        new SignJWT({ email })
          .setProtectedHeader({ alg: "HS256" })
          .setIssuer(ISSUER)
          .setAudience(ISSUER)
          .setSubject(email)
          .setIssuedAt()
          .setExpirationTime(`${TOKEN_SECONDS}s`)
          .sign(secret),
    }),
  };
}

const STRICT = { requiredClaims: ["exp", "email"], clockTolerance: CLOCK_SKEW_S };

/** An unreachable issuer is a fault, not an invalid token. */
function reachable(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      const unknownKey = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
      throw unknownKey || error instanceof errors.JOSENotSupported ? error : unavailable();
    }
  };
}

/** An unverified address may belong to another person. */
function emailIn({ email, email_verified }: JWTPayload): string {
  if (typeof email !== "string" || email === "" || email_verified === false) throw invalidToken();
  return email.toLowerCase();
}

const invalidToken = () => unauthenticated("INVALID_TOKEN", "Invalid or expired token");
