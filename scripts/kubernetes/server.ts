// npm run chart:server: a real API server checks every object of the chart. It stores releases that are upgraded from each
// set of values to each other one. docs/kubernetes.md says what that proves.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@emissions/testkit/poll";
import { CHART, SETS, type ValueSet, valueOptions } from "../../tests/chart/helm.ts";
import { type ApiServer, startApiServer } from "./api-server.ts";
import { type Clients, clientsOf } from "./clients.ts";
import { DEFINITIONS, PRIORITY_CLASS } from "./needed.ts";
import { copyForOlder, OLDER_FORMS, OLDEST_MINOR } from "./older.ts";

const RELEASE = "emissions";
const DRY_RUN = ["apply", "--server-side", "--dry-run=server", "--filename", "-"];
/** Another image, and values that change pods, Jobs and policies. */
const CHANGES = [
  "image.tag=0.2.0",
  "image.digest=",
  "logLevel=debug",
  "services.calc.replicas=5",
  "migrations.deadlineSeconds=900",
  "networkPolicy.enabled=false",
].join();
const KINDS = [
  ...["serviceaccounts", "services", "configmaps", "deployments", "statefulsets", "jobs", "networkpolicies"],
  ...["poddisruptionbudgets", "horizontalpodautoscalers", "ingresses.networking.k8s.io"],
  ...["certificates", "httproutes", "podmonitors", "prometheusrules"],
].join();

async function untilReady(server: ApiServer, { kubectl }: Clients): Promise<void> {
  await until("the API server is ready", () => {
    if (!server.running()) throw new Error("the API server ended while it started");
    return kubectl(["get", "--raw", "/readyz"]).catch(() => null);
  });
  await kubectl(["apply", "--filename", "-"], DEFINITIONS);
  await kubectl(["wait", "--for=condition=Established", "customresourcedefinitions", "--all"]);
  await kubectl(["apply", "--filename", "-"], PRIORITY_CLASS);
}

/** The chart itself, or a copy for a server that is older than the chart allows. */
async function chartFor({ kubectl }: Clients, folder: string): Promise<string> {
  const version = JSON.parse(await kubectl(["get", "--raw", "/version"])) as { minor: string; gitVersion: string };
  const isOlder = Number.parseInt(version.minor, 10) < OLDEST_MINOR;
  console.log(`API server ${version.gitVersion}${isOlder ? ` with a copy of the chart: ${OLDER_FORMS}` : ""}`);
  if (!isOlder) return CHART;
  const copy = join(folder, "chart");
  copyForOlder(copy);
  return copy;
}

/** The server refuses unknown fields and wrong types, and what it would not store. */
async function checkObjects({ helm, kubectl }: Clients, chart: string, set: ValueSet): Promise<void> {
  const namespace = ["--namespace", `${set}-objects`];
  await kubectl(["create", "namespace", `${set}-objects`]);
  const objects = await helm(["template", RELEASE, chart, "--no-hooks", ...namespace, ...valueOptions(set)]);
  const answer = await kubectl([...DRY_RUN, ...namespace], objects);
  console.log(`${set}: ${answer.trim().split("\n").length} objects pass`);
}

/** An upgrade fails if it changes an immutable field. */
async function checkRelease({ helm, kubectl }: Clients, chart: string, set: ValueSet): Promise<void> {
  const namespace = ["--namespace", set];
  const upgrade = (to: ValueSet, options: readonly string[] = []) =>
    helm(["upgrade", RELEASE, chart, ...namespace, ...valueOptions(to), ...options]);
  await helm(["install", RELEASE, chart, ...namespace, "--create-namespace", ...valueOptions(set)]);
  // The account of a Pod must exist, so the test comes after the installation.
  await kubectl([...DRY_RUN, ...namespace], await helm(["get", "hooks", RELEASE, ...namespace]));
  await upgrade(set, ["--set", CHANGES]);
  const others = SETS.filter((other) => other !== set);
  for (const other of others) {
    await upgrade(other);
    await helm(["rollback", RELEASE, "1", ...namespace]);
  }
  await helm(["uninstall", RELEASE, ...namespace]);
  const selector = ["--selector", `app.kubernetes.io/instance=${RELEASE}`, "--output", "name"];
  const left = await kubectl(["get", KINDS, ...namespace, ...selector]);
  if (left !== "") throw new Error(`helm uninstall left ${left}`);
  console.log(`${set}: installed, changed, upgraded to ${others.join(", ")}, rolled back each time, uninstalled`);
}

async function checkAll(server: ApiServer, folder: string): Promise<void> {
  const clients = await clientsOf(server.kubeconfig, folder);
  await untilReady(server, clients);
  const chart = await chartFor(clients, folder);
  for (const set of SETS) {
    await checkObjects(clients, chart, set);
    await checkRelease(clients, chart, set);
  }
}

const folder = mkdtempSync(join(tmpdir(), "emissions-kubernetes-"));
const server = await startApiServer(folder);
const stopped = () => void server.stop().finally(() => process.exit(1));
process.once("SIGINT", stopped).once("SIGTERM", stopped);
try {
  await checkAll(server, folder);
} catch (error) {
  console.error(error instanceof Error ? error.message : error, `\nThe logs are in ${folder}`);
  process.exitCode = 1;
}
await server.stop();
if (process.exitCode !== 1) rmSync(folder, { recursive: true, force: true });
