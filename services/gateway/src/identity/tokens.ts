import { isId, newId } from "@emissions/kit/process/id";
import type { Secrets } from "@emissions/kit/process/secrets";
import { unauthenticated } from "@emissions/kit/wire/errors";
import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { PersonCredential, Session } from "../rest/auth.ts";
import { CLOCK_SKEW_S, type OutsideIssuer, outsideTokens } from "./outside-tokens.ts";

const ISSUER = "emissions-accounting";
export const TOKEN_SECONDS = 3_600;

export interface Tokens {
  /** The person in a valid token: the address in one of the built-in issuer, else the identity. Refuses with INVALID_TOKEN. */
  verify(token: string): Promise<PersonCredential>;
  /** Both are absent without a secret of the built-in issuer. */
  secrets?: Secrets;
  issue?: (signedIn: { userId: string; email: string; sessionId: string }) => Promise<string>;
}

/** Verifies tokens of an external issuer and of the built-in one. */
export function createTokens({ secrets, outside }: { secrets?: Secrets; outside?: OutsideIssuer }): Tokens {
  const verifyOutside = outside && outsideTokens(outside);

  return {
    async verify(token) {
      try {
        const { iss } = decodeJwt(token);
        if (secrets && iss === ISSUER) return await ownCredential(token, secrets);
        if (verifyOutside && iss === outside?.issuer) return { case: "identity", value: await verifyOutside(token) };
      } catch (error) {
        throw error instanceof errors.JOSEError ? invalidToken() : error;
      }
      throw invalidToken();
    },
    ...(secrets && {
      secrets,
      issue: ({ userId, email, sessionId }) =>
        new SignJWT({ email, sid: sessionId })
          .setProtectedHeader({ alg: "HS256" })
          .setIssuer(ISSUER)
          .setAudience(ISSUER)
          .setSubject(userId)
          .setJti(newId())
          .setIssuedAt()
          .setExpirationTime(`${TOKEN_SECONDS}s`)
          .sign(bytesOf(secrets.first)),
    }),
  };
}

const STRICT = {
  issuer: ISSUER,
  audience: ISSUER,
  algorithms: ["HS256"],
  requiredClaims: ["exp", "email"],
  clockTolerance: CLOCK_SKEW_S,
};

const bytesOf = (secret: string) => new TextEncoder().encode(secret);

/** The person in a token that one of the secrets has signed. */
async function ownCredential(token: string, secrets: Secrets): Promise<PersonCredential> {
  const payload = await payloadOf(token, secrets);
  const { email } = payload;
  if (typeof email !== "string" || email === "") throw invalidToken();
  return { case: "email", value: email, session: sessionIn(payload) };
}

async function payloadOf(token: string, { all }: Secrets): Promise<JWTPayload> {
  for (const secret of all) {
    try {
      return (await jwtVerify(token, bytesOf(secret), STRICT)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  throw invalidToken();
}

/** Tokens of earlier releases name no session. */
function sessionIn({ sub, sid }: JWTPayload): Session {
  if (typeof sub !== "string" || typeof sid !== "string" || !isId(sub) || !isId(sid)) throw invalidToken();
  return { userId: sub, id: sid };
}

const invalidToken = () => unauthenticated("INVALID_TOKEN", "Invalid or expired token");
