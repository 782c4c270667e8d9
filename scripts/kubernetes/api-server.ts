// An API server of Kubernetes with its etcd, on the loopback address and in one folder. No controller and no node runs.
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Child, startChild } from "@emissions/testkit/child";
import { freePorts } from "@emissions/testkit/ports";

const HOST = "127.0.0.1";
const STOP_LIMIT_MS = 10_000;

export interface ApiServer {
  /** The configuration of clients, with all rights. */
  kubeconfig: string;
  running(): boolean;
  stop(): Promise<void>;
}

/** The programs are those of the variables ETCD and KUBE_APISERVER, or of the path. */
export async function startApiServer(folder: string): Promise<ApiServer> {
  const [client = 0, peer = 0, port = 0] = await freePorts(3);
  const children: Child[] = [];
  const stop = async () => {
    for (const child of children.toReversed()) await child.stop("SIGTERM", STOP_LIMIT_MS);
  };
  try {
    children.push(await startEtcd(folder, { client, peer }));
    const token = randomBytes(16).toString("hex");
    const server = await startServer(folder, { etcd: client, port, token });
    children.push(server);
    return { kubeconfig: writeKubeconfig(folder, port, token), running: () => server.running(), stop };
  } catch (error) {
    await stop();
    throw new Error("etcd or kube-apiserver does not start: see the variables ETCD and KUBE_APISERVER", {
      cause: error,
    });
  }
}

function startEtcd(folder: string, { client, peer }: { client: number; peer: number }): Promise<Child> {
  const [clients, peers] = [`http://${HOST}:${client}`, `http://${HOST}:${peer}`];
  const args = [
    ...["--data-dir", join(folder, "etcd"), "--initial-cluster", `default=${peers}`],
    ...["--listen-client-urls", clients, "--advertise-client-urls", clients],
    ...["--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers],
  ];
  return startChild({ command: process.env.ETCD ?? "etcd", args, env: process.env, log: join(folder, "etcd.log") });
}

async function startServer(
  folder: string,
  { etcd, port, token }: { etcd: number; port: number; token: string },
): Promise<Child> {
  const key = join(folder, "service-accounts.pem");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(key, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  const tokens = join(folder, "tokens.csv");
  writeFileSync(tokens, `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  const args = [
    ...["--etcd-servers", `http://${HOST}:${etcd}`, "--cert-dir", join(folder, "certificates")],
    ...["--bind-address", HOST, "--advertise-address", HOST, "--secure-port", String(port)],
    // A loopback address cannot be an endpoint of the Service `kubernetes`.
    ...["--endpoint-reconciler-type", "none"],
    ...["--service-cluster-ip-range", "10.0.0.0/16", "--authorization-mode", "RBAC", "--token-auth-file", tokens],
    ...["--service-account-issuer", "https://kubernetes.default.svc"],
    ...["--service-account-key-file", key, "--service-account-signing-key-file", key],
  ];
  const log = join(folder, "kube-apiserver.log");
  const command = process.env.KUBE_APISERVER ?? "kube-apiserver";
  return startChild({ command, args, env: process.env, log });
}

/** The certificate is made by the server at its start. Nobody else can listen on the port. */
function writeKubeconfig(folder: string, port: number, token: string): string {
  const file = join(folder, "kubeconfig.json");
  const cluster = { server: `https://${HOST}:${port}`, "insecure-skip-tls-verify": true };
  const content = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "own", cluster }],
    users: [{ name: "admin", user: { token } }],
    contexts: [{ name: "own", context: { cluster: "own", user: "admin" } }],
    "current-context": "own",
  };
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
  return file;
}
