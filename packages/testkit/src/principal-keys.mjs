// Key files of principals. Plain JavaScript, because deploy/principal-keys.mjs runs on a checkout without packages.
import { createHash, generateKeyPairSync } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/**
 * @typedef {{ kty: "OKP", crv: "Ed25519", x: string, d: string, kid: string }} PrivateJwk
 * @typedef {{ kty: "OKP", crv: "Ed25519", x: string, kid: string, iss: string }} PublicJwk
 */

/**
 * A new key of a service. Its id is the thumbprint of RFC 7638.
 * @param {string} issuer
 * @returns {{ privateKey: PrivateJwk, publicKey: PublicJwk }}
 */
export function newPrincipalKey(issuer) {
  const { x = "", d = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  const kid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");
  const common = /** @type {const} */ ({ kty: "OKP", crv: "Ed25519", x, kid });
  return { privateKey: { ...common, d }, publicKey: { ...common, iss: issuer } };
}

/**
 * The paths of a folder of keys. Each private key has a folder of its own, so that each service gets only its own.
 * @param {string} folder
 * @param {string} issuer
 */
export const keyFiles = (folder, issuer) => ({
  own: join(folder, issuer, "key.json"),
  next: join(folder, issuer, "next.json"),
  all: join(folder, "public", "keys.json"),
});

/**
 * Creates the keys that are missing, and keeps the others.
 * @param {string} folder
 * @param {readonly string[]} issuers
 */
export function ensurePrincipalKeys(folder, issuers) {
  const missing = issuers.filter((issuer) => !existsSync(keyFiles(folder, issuer).own));
  for (const issuer of missing) {
    const { privateKey, publicKey } = newPrincipalKey(issuer);
    const keys = publicKeys(folder).filter(({ iss }) => iss !== issuer);
    writePublic(folder, [...keys, publicKey]);
    writeJson(keyFiles(folder, issuer).own, privateKey, 0o600);
  }
}

/**
 * The steps of a rotation. Between them every service must have read the files again, and the tokens of the old key
 * must have expired: wait 90 s.
 * @param {string} folder
 * @param {string} issuer
 * @param {string} step
 */
export function rotatePrincipalKey(folder, issuer, step) {
  const { own, next } = keyFiles(folder, issuer);
  const { kid } = readJson(own);
  if (step === "add") {
    if (existsSync(next)) throw new Error(`${issuer} has a next key already.`);
    const { privateKey, publicKey } = newPrincipalKey(issuer);
    writePublic(folder, [...publicKeys(folder).filter((key) => key.iss !== issuer || key.kid === kid), publicKey]);
    writeJson(next, privateKey, 0o600);
    // Root rotates keys that other users read.
    const { uid, gid } = statSync(own);
    chownSync(next, uid, gid);
  } else if (step === "use") {
    if (!existsSync(next)) throw new Error(`${issuer} has no next key; add one first.`);
    renameSync(next, own);
  } else if (step === "remove") {
    if (existsSync(next)) throw new Error(`${issuer} does not use its next key yet.`);
    const keys = publicKeys(folder).filter((key) => key.iss !== issuer || key.kid === kid);
    writePublic(folder, keys);
  } else throw new Error("The steps are add, use and remove.");
}

/**
 * @param {string} folder
 * @returns {PublicJwk[]}
 */
function publicKeys(folder) {
  const { all } = keyFiles(folder, "");
  return existsSync(all) ? readJson(all).keys : [];
}

/**
 * @param {string} folder
 * @param {PublicJwk[]} keys
 */
const writePublic = (folder, keys) => writeJson(keyFiles(folder, "").all, { keys }, 0o644);

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/**
 * In one step, so that no service reads half a file.
 * @param {string} file
 * @param {unknown} value
 * @param {number} mode
 */
function writeJson(file, value, mode) {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode });
  chmodSync(draft, mode);
  renameSync(draft, file);
}
