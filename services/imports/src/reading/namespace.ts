import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Of util-linux. The image has no such program. */
const UNSHARE = "/usr/bin/unshare";
/** A user namespace permits the network namespace without rights. The process gets no capability in either. */
const OPTIONS = ["--user", "--net", "--"];
const PROBE_TIMEOUT_MS = 10_000;

/** Begins a command in a network namespace of its own, in which nothing can be reached. */
export interface Namespace {
  command: string;
  args: readonly string[];
}

/** Null where the platform has no such namespaces or does not permit them, as most container runtimes. */
export const findNamespace = (): Promise<Namespace | null> =>
  promisify(execFile)(UNSHARE, [...OPTIONS, process.execPath, "--version"], { timeout: PROBE_TIMEOUT_MS }).then(
    () => ({ command: UNSHARE, args: OPTIONS }),
    () => null,
  );
