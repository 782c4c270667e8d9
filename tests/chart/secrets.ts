// References to Secrets in pods.
import type { IPodSpec } from "kubernetes-models/v1/PodSpec";

interface Item {
  key: string;
  path: string;
}

interface Mounted {
  secret: string;
  /** Undefined: all keys of the Secret. */
  items: Item[] | undefined;
}

/** The Secrets that each volume shows as files, by the name of the volume. */
function mountedIn({ volumes = [] }: IPodSpec): Map<string, Mounted[]> {
  const entries = volumes.map(({ name, secret, projected }): [string, Mounted[]] => {
    if (secret) return [name, [{ secret: secret.secretName ?? "", items: secret.items as Item[] | undefined }]];
    const sources = projected?.sources ?? [];
    return [
      name,
      sources.flatMap((one) =>
        one.secret ? [{ secret: one.secret.name ?? "", items: one.secret.items as Item[] }] : [],
      ),
    ];
  });
  return new Map(entries);
}

/** Each key of a Secret that a pod sees, such as `emissions-calc/NATS_PASSWORD`. */
export function referencesOf(pod: IPodSpec): string[] {
  const files = [...mountedIn(pod).values()].flat();
  const mounted = files.flatMap(({ secret, items }) => (items ?? [{ key: "*" }]).map(({ key }) => `${secret}/${key}`));
  const variables = pod.containers.flatMap(({ env = [] }) =>
    env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
  );
  return [...mounted, ...variables.map(({ name, key }) => `${name}/${key}`)];
}

/** The paths of all files that the volumes with Secrets have. cert-manager fills the Secrets of certificates. */
export function secretFilesOf(pod: IPodSpec): string[] {
  const mounted = mountedIn(pod);
  const certificate = ["tls.crt", "tls.key", "ca.crt"];
  return pod.containers.flatMap(({ volumeMounts = [] }) =>
    volumeMounts.flatMap(({ name, mountPath }) =>
      (mounted.get(name) ?? []).flatMap(({ items }) =>
        (items?.map(({ path }) => path) ?? certificate).map((path) => `${mountPath}/${path}`),
      ),
    ),
  );
}
