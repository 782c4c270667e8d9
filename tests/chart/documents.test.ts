import { beforeAll, describe, expect, it } from "vitest";
import { template } from "./helm.ts";
import { componentOf, type KubernetesObject, networkPoliciesIn, objectsIn, podOf } from "./objects.ts";
import { connectionsIn } from "./policies.ts";
import { referencesOf } from "./secrets.ts";

/** Names and traces, which all processes reach. */
const SUPPORT = / -> (kube-system|collector) /;

let objects: KubernetesObject[];
beforeAll(async () => {
  objects = objectsIn(await template("everything", ["--set", "documents.ownPod=true"]));
});

const deploymentOf = (component: string) =>
  podOf(objects.find((one) => one.kind === "Deployment" && componentOf(one) === component)!)!;
const documentsOf = (component: string) =>
  deploymentOf(component).containers[0]!.env!.find(({ name }) => name === "DOCUMENTS")?.value;

describe("a pod of its own for documents", () => {
  it("runs the program of imports with its login and its Secrets, and imports reads no documents", () => {
    const [documents, imports] = [deploymentOf("documents"), deploymentOf("imports")];
    expect(documents.containers[0]).toMatchObject({ args: ["imports"], image: imports.containers[0]!.image });
    expect([documentsOf("documents"), documentsOf("imports")]).toEqual(["only", "elsewhere"]);
    const login = (pod: typeof imports) => pod.containers[0]!.env!.find(({ name }) => name === "DATABASE_URL")?.value;
    expect(login(documents)).toBe(login(imports));
    expect(referencesOf(documents)).toEqual(referencesOf(imports));
  });

  it("reaches Postgres, NATS and the store of files alone, and nobody calls it", () => {
    const policies = networkPoliciesIn(objects);
    const ofDocuments = (direction: "egress" | "ingress") =>
      connectionsIn(policies, direction).filter((one) => /\bdocuments\b/.test(one) && !SUPPORT.test(one));
    const reached = ofDocuments("egress").map((one) => one.replace(/ \d+$/, ""));
    expect(reached).toEqual(["documents -> nats", "documents -> postgres", "documents -> store"]);
    expect(ofDocuments("ingress").filter((one) => !one.startsWith("monitoring "))).toEqual([]);
    expect(objects.filter((one) => one.kind === "Service" && componentOf(one) === "documents")).toEqual([]);
  });
});
