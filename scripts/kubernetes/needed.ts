// The rest of a cluster. The kinds of operators take any content here: manifests.test.ts has their schemas.

const KINDS = [
  ["cert-manager.io", "Certificate", "certificates"],
  ["gateway.networking.k8s.io", "HTTPRoute", "httproutes"],
  ["monitoring.coreos.com", "PodMonitor", "podmonitors"],
  ["monitoring.coreos.com", "PrometheusRule", "prometheusrules"],
] as const;

const definition = ([group, kind, plural]: (typeof KINDS)[number]) => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: {
    name: `${plural}.${group}`,
    // Required for groups of Kubernetes itself.
    annotations: { "api-approved.kubernetes.io": "unapproved, any content" },
  },
  spec: {
    group,
    scope: "Namespaced",
    names: { kind, plural },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
});

export const DEFINITIONS = { apiVersion: "v1", kind: "List", items: KINDS.map(definition) };

/** The class that the values of `everything` name. A Pod of an unknown class is refused. */
export const PRIORITY_CLASS = {
  apiVersion: "scheduling.k8s.io/v1",
  kind: "PriorityClass",
  metadata: { name: "business" },
  value: 1000,
};
