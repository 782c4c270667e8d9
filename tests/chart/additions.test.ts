import type { IContainer } from "kubernetes-models/v1/Container";
import type { IPodSpec } from "kubernetes-models/v1/PodSpec";
import { describe, expect, it } from "vitest";
import { componentOf, type KubernetesObject, objectsOf, podOf } from "./objects.ts";

// The values of `everything` have one addition of each kind for all pods, and others for calc and for the Jobs.
const JOBS = ["migrate", "roles"];
const PROCESSES = ["activity", "calc", "factors", "gateway", "imports", "notify", "streams"];
const COMMON = { "example.com/cost-centre": "4711" };

interface Template {
  metadata: { labels: Record<string, string>; annotations?: Record<string, string> };
  spec: IPodSpec;
}

const objects = objectsOf("everything");
const templateOf = (component: string): Template => {
  const found = objects.find((one) => componentOf(one) === component && podOf(one) !== null && one.kind !== "Pod");
  return (found!.spec as { template: Template }).template;
};
const mainOf = (component: string): IContainer => templateOf(component).spec.containers[0]!;
const accountOf = (component: string) =>
  objects.find((one) => one.kind === "ServiceAccount" && componentOf(one) === component)!
    .metadata as KubernetesObject["metadata"] & { annotations: Record<string, string> };

describe("additions to pods", () => {
  it("are common labels on every object of the chart", () => {
    const ofChart = objects.filter(({ metadata }) => metadata.labels?.["helm.sh/chart"] !== undefined);
    expect(ofChart.length).toBeGreaterThan(40);
    for (const { metadata } of ofChart) expect(metadata.labels).toMatchObject(COMMON);
  });

  it.each([...PROCESSES, ...JOBS])("reach %s: labels, variables, volumes and containers before it", (component) => {
    const { metadata, spec } = templateOf(component);
    expect(metadata.labels).toMatchObject({ ...COMMON, "azure.workload.identity/use": "true" });
    const { env, envFrom, volumeMounts } = mainOf(component);
    expect(env?.at(component === "calc" ? -2 : -1)).toHaveProperty("valueFrom.secretKeyRef.name", "collector");
    expect(envFrom).toEqual([{ configMapRef: { name: "proxies" } }]);
    expect(volumeMounts).toContainEqual({ name: "authorities", mountPath: "/etc/authorities", readOnly: true });
    expect(spec.volumes).toContainEqual({ name: "authorities", configMap: { name: "authorities" } });
    expect(spec.initContainers?.map(({ name }) => name)).toEqual(["prepare"]);
  });

  it("are containers beside a process, and none beside a Job, which would never end", () => {
    const namesOf = (component: string) => templateOf(component).spec.containers.map(({ name }) => name);
    for (const name of PROCESSES) expect(namesOf(name)).toEqual([name, "proxy"]);
    for (const name of JOBS) expect(namesOf(name)).toEqual([name]);
  });

  it("of one service are joined with the common ones, and win over them and over variables of the chart", () => {
    const { metadata } = templateOf("calc");
    expect(metadata.labels).toMatchObject({ "example.com/tier": "compute", "azure.workload.identity/use": "true" });
    expect(metadata.annotations).toEqual({ "example.com/logs": "text" });
    expect(templateOf("notify").metadata.annotations).toEqual({ "example.com/logs": "json" });
    expect(templateOf("migrate").metadata.annotations).toMatchObject({ "sidecar.istio.io/inject": "false" });
    expect(mainOf("calc").env?.filter(({ name }) => name === "LOG_LEVEL")).toEqual([
      { name: "LOG_LEVEL", value: "debug" },
    ]);
  });

  it("are annotations of service accounts, for workload identities", () => {
    expect(accountOf("calc").annotations).toEqual({ "example.com/account": "calc" });
    for (const name of ["gateway", "migrate"]) {
      expect(accountOf(name).annotations).toEqual({ "example.com/account": "shared" });
    }
  });

  it("are objects with rendered templates", () => {
    expect(objects.map(({ metadata }) => metadata.name)).toContain("emissions-authorities");
  });
});

describe("scheduling", () => {
  it("of a service replaces single keys of that of all", () => {
    const { spec } = templateOf("calc");
    expect(spec).toMatchObject({ nodeSelector: { "example.com/pool": "compute" }, priorityClassName: "critical" });
    expect(spec.nodeSelector).toEqual({ "example.com/pool": "compute" });
    expect(spec.affinity).toHaveProperty("nodeAffinity");
    expect(spec.tolerations).toBeUndefined();
    const { spec: other } = templateOf("notify");
    expect(other).toMatchObject({ nodeSelector: { "kubernetes.io/arch": "amd64" }, priorityClassName: "business" });
    expect(templateOf("roles").spec).toMatchObject({ nodeSelector: other.nodeSelector, priorityClassName: "jobs" });
    const spreadOf = (pod: IPodSpec) => pod.topologySpreadConstraints?.map((one) => one.whenUnsatisfiable);
    expect(spreadOf(spec)).toEqual(["ScheduleAnyway", "ScheduleAnyway"]);
    expect(spreadOf(other)).toEqual(["DoNotSchedule", "DoNotSchedule"]);
  });
});
