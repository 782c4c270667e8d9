import { createHmac, timingSafeEqual } from "node:crypto";
import { FILE_TOKEN_LENGTH } from "@emissions/kit/process/link-token";
import type { Secrets } from "@emissions/kit/process/secrets";

export type Purpose = "upload" | "download";

/** The permission in the token of a signed URL. */
export interface FileGrant {
  org: string;
  id: string;
  purpose: Purpose;
  expiresAt: Date;
}

const PURPOSES: readonly Purpose[] = ["upload", "download"];
const [ID_BYTES, MAC_BYTES] = [16, 32];
/** Organization, file, purpose, and the second of expiry. */
const GRANT_BYTES = 2 * ID_BYTES + 1 + 4;
const SECOND_MS = 1_000;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

/** Tokens of signed URLs: the grant and its HMAC-SHA-256, in base64url. The organization stands first, as in links. */
export class FileTokens {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  sign({ org, id, purpose, expiresAt }: FileGrant): string {
    const grant = Buffer.alloc(GRANT_BYTES);
    grant.write(org.replaceAll("-", ""), 0, "hex");
    grant.write(id.replaceAll("-", ""), ID_BYTES, "hex");
    grant.writeUInt8(PURPOSES.indexOf(purpose), 2 * ID_BYTES);
    grant.writeUInt32BE(Math.floor(expiresAt.getTime() / SECOND_MS), 2 * ID_BYTES + 1);
    return Buffer.concat([grant, macOf(grant, this.#secrets.first)]).toString("base64url");
  }

  /** Null for a token that was not signed here. The caller checks purpose and expiry. */
  verify(token: string): FileGrant | null {
    if (token.length !== FILE_TOKEN_LENGTH || !BASE64URL.test(token)) return null;
    const bytes = Buffer.from(token, "base64url");
    const [grant, mac] = [bytes.subarray(0, GRANT_BYTES), bytes.subarray(GRANT_BYTES)];
    if (mac.length !== MAC_BYTES) return null;
    if (!this.#secrets.all.some((secret) => timingSafeEqual(mac, macOf(grant, secret)))) return null;
    const purpose = PURPOSES[grant.readUInt8(2 * ID_BYTES)];
    if (purpose === undefined) return null;
    const expiresAt = new Date(grant.readUInt32BE(2 * ID_BYTES + 1) * SECOND_MS);
    return { org: idAt(grant, 0), id: idAt(grant, ID_BYTES), purpose, expiresAt };
  }
}

const macOf = (grant: Buffer, secret: string) => createHmac("sha256", secret).update(grant).digest();

const idAt = (bytes: Buffer, at: number) =>
  bytes.toString("hex", at, at + ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
