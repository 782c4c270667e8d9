import { accountAddress } from "@emissions/kit/process/account-address";
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { Identity } from "../rest/auth.ts";
import { unavailable } from "../rest/errors.ts";

const JWKS_TIMEOUT_MS = 2_000;
export const CLOCK_SKEW_S = 30;
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
/** RFC 9068, and tokens of issuers that name no profile. Other types are tokens for other purposes (RFC 8725). */
const ACCESS_TYPES = [undefined, "jwt", "at+jwt", "application/at+jwt"];
/** Claims that only ID tokens have. */
const ID_TOKEN_CLAIMS = ["nonce", "at_hash", "c_hash"];
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
const EMAIL = /^[^\s\p{Cc}]{3,320}$/u;

export interface OutsideIssuer {
  issuer: string;
  /** The name of this API in access tokens. */
  audience: string;
  jwksUrl: string;
  /** The client that signs people in here. A token for it is an ID token. */
  clientId?: string;
}

/** Verifies access tokens of an outside issuer. Other tokens are refused with an error of `jose`. */
export function outsideTokens({ issuer, audience, jwksUrl, clientId }: OutsideIssuer) {
  const keys = reachable(remoteKeys(new URL(jwksUrl)));
  const options = {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    requiredClaims: ["exp", "sub"],
    clockTolerance: CLOCK_SKEW_S,
  };
  return async (token: string): Promise<Identity> => {
    const { payload, protectedHeader } = await jwtVerify(token, keys, options);
    if (!isAccessToken(payload, protectedHeader.typ, clientId)) throw new errors.JWTInvalid("not an access token");
    return identityIn(payload);
  };
}

/** ID tokens pass through browsers and logs of other parties, so they give no access. */
function isAccessToken(payload: JWTPayload, type: string | undefined, clientId: string | undefined): boolean {
  if (ID_TOKEN_CLAIMS.some((claim) => payload[claim] !== undefined)) return false;
  if (clientId !== undefined && [payload.aud].flat().includes(clientId)) return false;
  return ACCESS_TYPES.includes(type?.toLowerCase());
}

/** The person in verified claims. Only the JSON value true says that an address is verified. */
export function identityIn({ iss = "", sub = "", email, email_verified }: JWTPayload): Identity {
  if (!SUBJECT.test(sub)) throw new errors.JWTClaimValidationFailed("the subject is not valid", {}, "sub");
  const isVerified = email_verified === true && typeof email === "string" && EMAIL.test(email);
  return { issuer: iss, subject: sub, verifiedEmail: isVerified ? accountAddress(email) : "" };
}

/** The library compares the age of the keys by a clock that was perhaps ahead: then they would not grow old. */
function remoteKeys(url: URL): JWTVerifyGetKey {
  const unread = () => createRemoteJWKSet(url, { timeoutDuration: JWKS_TIMEOUT_MS });
  let [keys, usedAt] = [unread(), Date.now()];
  return (header, token) => {
    if (Date.now() < usedAt) keys = unread();
    usedAt = Date.now();
    return keys(header, token);
  };
}

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
