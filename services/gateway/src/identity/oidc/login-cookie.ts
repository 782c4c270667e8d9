import { hkdfSync } from "node:crypto";
import type { Secrets } from "@emissions/kit/process/secrets";
import { EncryptJWT, jwtDecrypt } from "jose";
import { z } from "zod";

/** Limit of the time from the redirect to the callback. */
const LOGIN_SECONDS = 600;
const KEY_BYTES = 32;
const ALGORITHMS = { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256GCM"] };

/** The values that the callback must match. */
const Pending = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });
export type Pending = z.output<typeof Pending>;

const keyOf = (secret: string) => new Uint8Array(hkdfSync("sha256", secret, "", "oidc login cookie", KEY_BYTES));

export interface LoginCookie {
  /** The header `Set-Cookie` that keeps a started sign-in in the browser. */
  set(pending: Pending): Promise<string>;
  /** The header `Set-Cookie` that removes it. */
  readonly clear: string;
  /** The sign-in that the browser has started; null if there is none, or if it is too old or altered. */
  read(header: string | undefined): Promise<Pending | null>;
}

/** Encrypted, so that any gateway finishes a sign-in, and the browser's user never reads the PKCE verifier. */
export function loginCookie({ secrets, isSecure }: { secrets: Secrets; isSecure: boolean }): LoginCookie {
  // Browsers take the prefix from the very host only, and only over https.
  const name = isSecure ? "__Host-oidc-login" : "oidc-login";
  const line = (value: string, seconds: number) =>
    `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;

  return {
    async set(pending) {
      const jwt = new EncryptJWT(pending).setProtectedHeader({ alg: "dir", enc: "A256GCM" });
      return line(await jwt.setExpirationTime(`${LOGIN_SECONDS}s`).encrypt(keyOf(secrets.first)), LOGIN_SECONDS);
    },
    clear: line("", 0),
    async read(header = "") {
      const own = header.split(";").find((cookie) => cookie.trim().startsWith(`${name}=`));
      const value = own?.trim().slice(name.length + 1) ?? "";
      for (const secret of secrets.all) {
        const opened = await jwtDecrypt(value, keyOf(secret), { ...ALGORITHMS, requiredClaims: ["exp"] }).catch(
          () => null,
        );
        if (opened !== null) return Pending.safeParse(opened.payload).data ?? null;
      }
      return null;
    },
  };
}
