import { readFileSync } from "node:fs";
import { type Background, repeat } from "../process/repeat.ts";
import { PrincipalKeys } from "./principal-keys.ts";
import { PrincipalSigner } from "./signer.ts";

/** A changed file is in use after this time. */
const RELOAD_MS = 1_000;

interface KeyFiles {
  PRINCIPAL_KEY_FILE: string;
  PRINCIPAL_KEYS_FILE: string;
}

const textsOf = ({ PRINCIPAL_KEY_FILE, PRINCIPAL_KEYS_FILE }: KeyFiles) => ({
  privateKey: readFileSync(PRINCIPAL_KEY_FILE, "utf8"),
  publicKeys: readFileSync(PRINCIPAL_KEYS_FILE, "utf8"),
});

const keysIn = (issuer: string, { privateKey, publicKeys }: ReturnType<typeof textsOf>) =>
  new PrincipalKeys(issuer, {
    privateKey: json(privateKey, "PRINCIPAL_KEY_FILE"),
    publicKeys: json(publicKeys, "PRINCIPAL_KEYS_FILE"),
  });

function json(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error of the parser quotes the text.
    throw new Error(`${what} is not JSON.`);
  }
}

/** A signer with the keys that the files hold now. */
export const readSigner = (issuer: string, files: KeyFiles): PrincipalSigner =>
  new PrincipalSigner(keysIn(issuer, textsOf(files)));

interface Start {
  /** The name of this service. */
  issuer: string;
  files: KeyFiles;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  reloadMs?: number;
}

/**
 * A signer with the keys in the files. `watch` reads them again when they have changed. While they are not valid, the
 * keys from before stay in use.
 */
export function startSigner({ issuer, files, log, reloadMs = RELOAD_MS }: Start): {
  signer: PrincipalSigner;
  watch: Background;
} {
  let current = textsOf(files);
  const signer = new PrincipalSigner(keysIn(issuer, current));
  const watch = repeat({
    everyMs: reloadMs,
    work: async () => {
      const texts = textsOf(files);
      if (texts.privateKey === current.privateKey && texts.publicKeys === current.publicKeys) return;
      const keys = keysIn(issuer, texts);
      current = texts;
      signer.use(keys);
      log.info({ kid: keys.own.kid }, "the keys of principals have changed");
    },
    onError: (err) => log.error({ err }, "the keys of principals cannot be read; those from before stay in use"),
  });
  return { signer, watch };
}
