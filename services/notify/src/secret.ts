import { randomBytes } from "node:crypto";
import type { Sealer } from "@emissions/kit/process/sealing";

const SECRET_BYTES = 32;

interface SecretOwner {
  org: string;
  endpointId: string;
}

/** Associated data of the encryption: a sealed secret cannot be decrypted for another endpoint. */
export const secretAssociatedData = ({ org, endpointId }: SecretOwner) => `webhook/${org}/${endpointId}`;

/** The text form of secrets in Standard Webhooks. */
const toText = (secret: Buffer) => `whsec_${secret.toString("base64")}`;

/** Creates a secret. Only the client gets its text; the table stores the sealed form. */
export function newSecret(sealer: Sealer, owner: SecretOwner): { text: string; sealed: Buffer } {
  const secret = randomBytes(SECRET_BYTES);
  return { text: toText(secret), sealed: sealer.seal(secret, secretAssociatedData(owner)) };
}

/** Decrypts the secret into its text form, for signing. */
export const openSecret = (sealer: Sealer, owner: SecretOwner, sealed: Uint8Array): string =>
  toText(sealer.open(sealed, secretAssociatedData(owner)));
