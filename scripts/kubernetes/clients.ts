// helm and kubectl of the tests of the chart, for one API server.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { binaryOf } from "../../tests/chart/helm.ts";

const LIMIT_MS = 120_000;
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024;

export interface Clients {
  helm(args: readonly string[]): Promise<string>;
  kubectl(args: readonly string[], input?: object | string): Promise<string>;
}

/** Nothing of the user's own clusters is read or written. */
export async function clientsOf(kubeconfig: string, folder: string): Promise<Clients> {
  const homes = { HOME: folder, HELM_CACHE_HOME: folder, HELM_CONFIG_HOME: folder, HELM_DATA_HOME: folder };
  const options = { env: { ...process.env, ...homes, KUBECONFIG: kubeconfig }, timeout: LIMIT_MS };
  const run = async (binary: string, args: readonly string[], input = "") => {
    const running = promisify(execFile)(binary, [...args], { ...options, maxBuffer: OUTPUT_MAX_BYTES });
    running.child.stdin?.end(input);
    return (await running).stdout;
  };
  const [helm, kubectl] = [await binaryOf("helm"), await binaryOf("kubectl")];
  return {
    helm: (args) => run(helm, args),
    kubectl: (args, input = "") => run(kubectl, args, typeof input === "string" ? input : JSON.stringify(input)),
  };
}
