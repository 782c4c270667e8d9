// Objects of Kubernetes in rendered manifests, and their check against the schemas of the API.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { INetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import type { IPodSpec } from "kubernetes-models/v1/PodSpec";
import { parseAllDocuments } from "yaml";
import { ROOT, type ValueSet } from "./helm.ts";

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  [field: string]: unknown;
}

/** Variables that the values of `everything` add by themselves. */
export const ADDED: readonly string[] = ["OTEL_EXPORTER_OTLP_HEADERS"];

/** Kubernetes reads YAML 1.1, in which 0440 is an octal number. */
const YAML_VERSION = "1.1";

const parsed = new Map<ValueSet, KubernetesObject[]>();

/**
 * The objects in the golden file of a set of values. manifests.test.ts compares the file with what helm renders, so that
 * the other tests need not run helm. They share the objects and must not change them.
 */
export function objectsOf(set: ValueSet): KubernetesObject[] {
  const objects = parsed.get(set) ?? objectsIn(readFileSync(goldenFile(set), "utf8"));
  parsed.set(set, objects);
  return objects;
}

export const goldenFile = (set: ValueSet): string => join(ROOT, "tests/chart/golden", `${set}.yaml`);

export function objectsIn(manifests: string): KubernetesObject[] {
  const documents = parseAllDocuments(manifests, { version: YAML_VERSION });
  if (!Array.isArray(documents)) return [];
  const broken = documents.find(({ errors }) => errors.length > 0);
  if (broken !== undefined) throw broken.errors[0]!;
  return documents.map((document) => document.toJS() as KubernetesObject | null).filter((object) => object !== null);
}

export const componentOf = ({ metadata }: KubernetesObject): string =>
  metadata.labels?.["app.kubernetes.io/component"] ?? "";

export const networkPoliciesIn = (objects: readonly KubernetesObject[]): INetworkPolicy[] =>
  objects.filter(({ kind }) => kind === "NetworkPolicy") as unknown as INetworkPolicy[];

/** The pods of an object: of a Deployment, a StatefulSet or a Job, or the Pod itself. */
export function podOf({ kind, spec }: KubernetesObject): IPodSpec | null {
  if (kind === "Pod") return spec as IPodSpec;
  const { template } = (spec ?? {}) as { template?: { spec: IPodSpec } };
  return template?.spec ?? null;
}

interface Model {
  prototype: { validate(): void };
}

/** Packages with schemas, by the end of the API group. The others are in the API of Kubernetes. */
const PACKAGES = [
  ["cert-manager.io", "@kubernetes-models/cert-manager/"],
  ["gateway.networking.k8s.io", "@kubernetes-models/gateway-api/"],
  ["monitoring.coreos.com", "@kubernetes-models/prometheus-operator/"],
] as const;

async function modelOf({ apiVersion, kind }: KubernetesObject): Promise<Model> {
  const prefix = PACKAGES.find(([group]) => apiVersion.startsWith(group))?.[1] ?? "kubernetes-models/";
  const models = (await import(`${prefix}${apiVersion}/${kind}`)) as Record<string, Model>;
  return models[kind]!;
}

/** Problems of an object: wrong types, missing fields and unknown fields. */
export async function problemsOf(object: KubernetesObject): Promise<string[]> {
  const model = await modelOf(object);
  const watched = watch(object);
  try {
    model.prototype.validate.call(watched.proxy);
  } catch (error) {
    return [(error as Error).message];
  }
  return watched.unread();
}

/**
 * The schemas are compiled to functions that ignore unknown fields. They read every field that they know, so a field
 * that was not read is unknown. Of an object with any content they read nothing.
 */
function watch(object: object): { proxy: object; unread(): string[] } {
  const seen = new Map<object, { proxy: object; path: string; read: Set<string> }>();
  const wrap = (value: unknown, path: string): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const known = seen.get(value);
    if (known !== undefined) return known.proxy;
    const read = new Set<string>();
    const get = (target: object, key: string | symbol) => {
      if (typeof key === "string") read.add(key);
      return wrap(Reflect.get(target, key), `${path}.${String(key)}`);
    };
    const proxy = new Proxy(value, { get });
    seen.set(value, { proxy, path, read });
    return proxy;
  };
  const unread = () =>
    [...seen].flatMap(([value, { path, read }]) => {
      const names = read.size === 0 || Array.isArray(value) ? [] : Object.keys(value);
      return names.filter((name) => !read.has(name)).map((name) => `unknown field ${path}.${name}`);
    });
  return { proxy: wrap(object, "") as object, unread };
}
