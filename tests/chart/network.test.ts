import {
  CLOUD_SERVICES,
  GLOBAL_UNICAST_V6,
  MULTICAST_V4,
  SPECIAL_V4,
  SPECIAL_V6,
} from "@emissions/notify/outbound/address-blocks";
import { describe, expect, it } from "vitest";
import { SETS } from "./helm.ts";
import { componentOf, networkPoliciesIn, objectsOf, podOf } from "./objects.ts";
import { picturedConnections } from "./picture.ts";
import { connectionsIn } from "./policies.ts";

/** Connections that the picture leaves out: names, traces and metrics of all processes. */
const SUPPORT = / -> (kube-system|collector) |^monitoring -> /;
/** Pods besides the processes. */
const HELPERS = /^(migrate|roles|test) -> | -> (postgres|nats) \d+$/;
const withoutPort = (connections: readonly string[]) => connections.map((one) => one.replace(/ \d+$/, ""));
const unique = (values: readonly string[]) => [...new Set(values)].sort();

describe("the network policies", () => {
  const everything = objectsOf("everything");
  const connections = (direction: "egress" | "ingress") => connectionsIn(networkPoliciesIn(everything), direction);

  it("allow the arrows of the picture to those who call, and no others", () => {
    const allowed = connections("egress").filter((one) => !SUPPORT.test(one) && !/^(migrate|roles|test) /.test(one));
    const pictured = picturedConnections().filter((one) => !one.startsWith("client "));
    expect(unique(withoutPort(allowed))).toEqual(pictured);
  });

  it("allow the arrows between processes to those who are called, and no others", () => {
    const processes = new Set(everything.filter(({ kind }) => kind === "Deployment").map(componentOf));
    const pictured = picturedConnections().filter((one) => processes.has(one.split(" -> ")[1]!));
    const allowed = connections("ingress").filter((one) => !SUPPORT.test(one) && !/^test /.test(one));
    // The values name the clients.
    expect(
      withoutPort(allowed)
        .map((one) => one.replace(/^ingress /, "client "))
        .sort(),
    ).toEqual(pictured);
  });

  it("let the migrations and the roles reach Postgres alone, and the test the gateway alone", () => {
    const helpers = connections("egress").filter((one) => /^(migrate|roles|test) /.test(one) && !SUPPORT.test(one));
    expect(helpers).toEqual(["migrate -> postgres 6432", "roles -> postgres 6432", "test -> gateway 8080"]);
  });

  it("let nobody but the named peers read the metrics", () => {
    const metrics = connections("ingress").filter((one) => one.startsWith("monitoring "));
    const ports = [9080, 9101, 9102, 9103, 9104, 9105, 9106];
    expect(metrics.map((one) => Number(one.split(" ").at(-1))).sort((a, b) => a - b)).toEqual(ports);
  });

  it("allow no option that is not configured", () => {
    const policies = networkPoliciesIn(objectsOf("production"));
    const allowed = connectionsIn(policies, "egress").filter((one) => one.includes("receiver"));
    // Postgres and NATS are addresses, too.
    expect(allowed.filter((one) => !/ (5432|4222)$/.test(one))).toEqual([
      "notify -> receiver 443",
      "notify -> receiver 8443",
    ]);
    expect(connectionsIn(policies, "ingress").filter((one) => one.startsWith("anybody"))).toEqual([
      "anybody -> gateway 8080",
    ]);
  });

  it("let notify reach the public addresses of its own egress policy, and no others", () => {
    const policy = networkPoliciesIn(everything).find((one) => one.metadata?.name === "ghg-notify");
    const blocks = (policy?.spec?.egress ?? []).flatMap(({ to }) => to ?? []).flatMap(({ ipBlock }) => ipBlock ?? []);
    const cidrs = (list: readonly (readonly [string, number, string])[]) =>
      list.map(([address, bits]) => `${address}/${bits}`);
    const inPublicV4 = CLOUD_SERVICES.filter(([address]) => !address.includes(":"));
    expect(blocks).toEqual([
      { cidr: "0.0.0.0/0", except: expect.arrayContaining(cidrs([...SPECIAL_V4, ...MULTICAST_V4, ...inPublicV4])) },
      { cidr: cidrs([GLOBAL_UNICAST_V6])[0], except: cidrs(SPECIAL_V6) },
    ]);
    expect(blocks[0]?.except).toHaveLength(SPECIAL_V4.length + MULTICAST_V4.length + inPublicV4.length);
  });

  it.each(SETS)("of %s allow in both directions what they allow in one", (set) => {
    const policies = networkPoliciesIn(objectsOf(set));
    const own = new Set(policies.map(({ spec }) => spec?.podSelector?.matchLabels?.["app.kubernetes.io/component"]));
    const inside = (one: string) =>
      one
        .split(/ -> | /)
        .slice(0, 2)
        .every((name) => own.has(name));
    // The clients may be anybody.
    const egress = connectionsIn(policies, "egress").filter((one) => inside(one) && !one.startsWith("test "));
    const ingress = connectionsIn(policies, "ingress").filter((one) => inside(one) && !one.startsWith("test "));
    expect(ingress).toEqual(egress);
    if (set !== "evaluation") expect(ingress.filter((one) => HELPERS.test(one))).toEqual([]);
  });

  it.each(SETS)("of %s select every pod, and deny all other connections", (set) => {
    const objects = objectsOf(set);
    const policies = networkPoliciesIn(objects);
    const [denial, ...others] = policies;
    expect(denial?.spec).toEqual({
      podSelector: {
        matchLabels: { "app.kubernetes.io/name": "emissions", "app.kubernetes.io/instance": "emissions" },
      },
      policyTypes: ["Ingress", "Egress"],
    });
    const selected = others.map(({ spec }) => spec?.podSelector?.matchLabels?.["app.kubernetes.io/component"]);
    expect(selected.sort()).toEqual(
      objects
        .filter((object) => podOf(object) !== null)
        .map(componentOf)
        .sort(),
    );
    expect(others.every(({ spec }) => spec?.policyTypes?.length === 2)).toBe(true);
  });
});
