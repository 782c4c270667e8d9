// The connections that network policies allow.
import type { INetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";

const COMPONENT = "app.kubernetes.io/component";

interface Peer {
  podSelector?: { matchLabels?: Record<string, string> };
  namespaceSelector?: { matchLabels?: Record<string, string> };
  ipBlock?: { cidr: string; except?: string[] };
}

/** The component or the label `app` of a peer, else its namespace. Addresses are those of receivers of webhooks. */
function nameOf({ podSelector, namespaceSelector, ipBlock }: Peer): string {
  const { [COMPONENT]: component, app } = podSelector?.matchLabels ?? {};
  const namespace = namespaceSelector?.matchLabels?.["kubernetes.io/metadata.name"];
  return component ?? (ipBlock ? "receiver" : (namespace ?? app ?? "?"));
}

interface Rule {
  peers: Peer[];
  ports: (number | string | undefined)[];
}

/** Each connection of one direction, such as `calc -> factors 8101`. A rule without peers names everybody. */
export function connectionsIn(policies: readonly INetworkPolicy[], direction: "egress" | "ingress"): string[] {
  const found = policies.flatMap(({ spec }) => {
    const own = nameOf({ podSelector: spec?.podSelector ?? {} });
    return rulesOf(spec, direction).flatMap(({ peers, ports }) => {
      const names = peers.length === 0 ? ["anybody"] : peers.map(nameOf);
      return names.flatMap((name) =>
        ports.map((port) => (direction === "egress" ? `${own} -> ${name} ${port}` : `${name} -> ${own} ${port}`)),
      );
    });
  });
  return [...new Set(found)].sort();
}

function rulesOf(spec: INetworkPolicy["spec"], direction: "egress" | "ingress"): Rule[] {
  const portsOf = (ports: readonly { port?: number | string }[] = []) => ports.map(({ port }) => port);
  if (direction === "egress")
    return (spec?.egress ?? []).map(({ to, ports }) => ({ peers: (to ?? []) as Peer[], ports: portsOf(ports) }));
  return (spec?.ingress ?? []).map(({ from, ports }) => ({ peers: (from ?? []) as Peer[], ports: portsOf(ports) }));
}
