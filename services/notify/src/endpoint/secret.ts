import { randomBytes } from "node:crypto";
import type { Sealer } from "@emissions/kit/process/sealing";

const SECRET_BYTES = 32;

/** Of which organization. */
interface Place {
  org: string;
  endpointId: string;
}

/** A sealed secret that is copied to another endpoint does not open there. */
export const aboutSecret = ({ org, endpointId }: Place) => `webhook/${org}/${endpointId}`;

/** The form that Standard Webhooks gives to secrets. */
const shown = (secret: Buffer) => `whsec_${secret.toString("base64")}`;

/** A new secret: as the client sees it, once, and as the table keeps it. */
export function newSecret(sealer: Sealer, place: Place): { shown: string; sealed: Buffer } {
  const secret = randomBytes(SECRET_BYTES);
  return { shown: shown(secret), sealed: sealer.seal(secret, aboutSecret(place)) };
}

/** The secret as the client was shown it, to sign with. */
export const openSecret = (sealer: Sealer, place: Place, sealed: Uint8Array): string =>
  shown(sealer.open(sealed, aboutSecret(place)));
