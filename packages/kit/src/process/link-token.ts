import { randomBytes } from "node:crypto";

const ID_BYTES = 16;
const SECRET_BYTES = 32;
/** Characters of the token of a signed URL of a file. It begins with the organization, too. */
export const FILE_TOKEN_LENGTH = 92;
/** Base64url of both parts, without padding; or the token of a signed URL. */
const FORM = new RegExp(`^(?:[A-Za-z0-9_-]{64}|[A-Za-z0-9_-]{${FILE_TOKEN_LENGTH}})$`);

/**
 * The token of a link for people without an account: the id of the organization, and 256 random bits. So the
 * organization is known before any query, and row-level security applies to the look-up of the token.
 */
export function newLinkToken(organizationId: string): string {
  const id = Buffer.from(organizationId.replaceAll("-", ""), "hex");
  return Buffer.concat([id, randomBytes(SECRET_BYTES)]).toString("base64url");
}

/** The organization that a token names; null for a malformed token. It proves nothing: only the whole token does. */
export function organizationOfLink(token: string): string | null {
  if (!FORM.test(token)) return null;
  const hex = Buffer.from(token, "base64url").toString("hex", 0, ID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
