import type { Background } from "../process/repeat.ts";
import { type Named, readFiles, type WatchLog, watchFiles } from "../process/watch-files.ts";
import { PrincipalKeys } from "./principal-keys.ts";
import { PrincipalSigner } from "./signer.ts";

type KeyFiles = Named<"PRINCIPAL_KEY_FILE" | "PRINCIPAL_KEYS_FILE">;

const keysIn = (issuer: string, { PRINCIPAL_KEY_FILE, PRINCIPAL_KEYS_FILE }: KeyFiles) =>
  new PrincipalKeys(issuer, {
    privateKey: json(PRINCIPAL_KEY_FILE, "PRINCIPAL_KEY_FILE"),
    publicKeys: json(PRINCIPAL_KEYS_FILE, "PRINCIPAL_KEYS_FILE"),
  });

const filesOf = ({ PRINCIPAL_KEY_FILE, PRINCIPAL_KEYS_FILE }: KeyFiles) => ({
  PRINCIPAL_KEY_FILE,
  PRINCIPAL_KEYS_FILE,
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
  new PrincipalSigner(keysIn(issuer, readFiles(filesOf(files))));

interface Start {
  /** The name of this service. */
  issuer: string;
  files: KeyFiles;
  log: WatchLog;
  reloadMs?: number;
}

/** A signer with the keys in the files. `watch` reads them again when they have changed. */
export function startSigner({ issuer, files: config, log, reloadMs }: Start): {
  signer: PrincipalSigner;
  watch: Background;
} {
  const files = filesOf(config);
  const texts = readFiles(files);
  const signer = new PrincipalSigner(keysIn(issuer, texts));
  const use = (changed: KeyFiles) => {
    const keys = keysIn(issuer, changed);
    signer.use(keys);
    log.info({ kid: keys.own.kid }, "the keys of principals have changed");
  };
  const watch = watchFiles({ files, texts, use, what: "the keys of principals", log, everyMs: reloadMs });
  return { signer, watch };
}
