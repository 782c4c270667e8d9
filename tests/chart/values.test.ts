import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { CHART, ROOT, template } from "./helm.ts";

interface Schema {
  type?: unknown;
  additionalProperties?: unknown;
  [key: string]: unknown;
}

/** Maps with keys of the user's choice, by the place in the schema. */
const MAPS = [".properties.global", ".properties.database.properties.parameters", ".definitions.labels"];

function openObjects(schema: unknown, path = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { type, additionalProperties } = schema as Schema;
  const isOpen = type === "object" && additionalProperties !== false;
  const below = Object.entries(schema).flatMap(([key, value]) => openObjects(value, `${path}.${key}`));
  return [...(isOpen ? [path] : []), ...below];
}

/** All refusals of these values in one run of helm. */
const refusals = (options: readonly string[]) =>
  template(
    "production",
    options.flatMap((option) => ["--set", option]),
  ).then(
    () => "accepted",
    (error: { stderr: string }) => error.stderr,
  );

const REFUSED = [
  ["an unknown key", "imag.tag=1", "at '': additional properties 'imag' not allowed"],
  ["an unknown key deep inside", "services.calc.autoscaling.max=3", "additional properties 'max' not allowed"],
  ["a variable of another service", "services.calc.env.OVERDUE_S=1", "additional properties 'OVERDUE_S' not allowed"],
  ["a secret among the variables", "services.gateway.env.AUTH_TOKEN_SECRET=a", "'AUTH_TOKEN_SECRET' not allowed"],
  [
    "private receivers",
    "services.notify.env.WEBHOOK_ALLOW_PRIVATE_ADDRESSES=true",
    "'WEBHOOK_ALLOW_PRIVATE_ADDRESSES'",
  ],
  ["an image without a tag", "image.digest=", "at '/image/tag': minLength"],
  ["the tag `latest`", "images.nats.tag=latest", "at '/images/nats/tag': 'not' failed"],
  ["a wrong type", "services.calc.replicas=two", "at '/services/calc/replicas': got string, want integer"],
  ["no Postgres", "database.hosts=null", "at '/database': missing property 'hosts'"],
  ["no peers of NATS", "nats.peers=null", "at '/nats': missing property 'peers'"],
  ["a password in an address", "fileStore.url=https://user:secret@store", "at '/fileStore/url'"],
  ["half of an issuer", "signIn.tokens.issuer=acme", "at '/signIn/tokens/jwksUrl': minLength"],
  ["an ingress without a host", "ingress.enabled=true", "at '/ingress/host': minLength"],
] as const;

/** The paths of all values, such as `database.tls.enabled`. Those of one service stand for all. */
function pathsOf(value: unknown, path: string[] = []): string[] {
  const isLeaf = typeof value !== "object" || value === null || Array.isArray(value) || Object.keys(value).length === 0;
  if (isLeaf || ["resources", "labels"].includes(path.at(-1) ?? ""))
    return [path.join(".").replace(/^services\.\w+/, "services.<name>")];
  return Object.entries(value).flatMap(([key, below]) => pathsOf(below, [...path, key]));
}

describe("the values", () => {
  it("are all in docs/kubernetes.md", () => {
    const text = readFileSync(join(ROOT, "docs/kubernetes.md"), "utf8");
    const values = parse(readFileSync(join(CHART, "values.yaml"), "utf8"), { merge: true });
    const missing = new Set(pathsOf(values).filter((path) => !text.includes(`\`${path}\``)));
    expect([...missing]).toEqual([]);
  });
});

describe("the schema of values", () => {
  it("refuses unknown keys in every object", () => {
    const schema = JSON.parse(readFileSync(join(CHART, "values.schema.json"), "utf8"));
    expect(openObjects(schema).sort()).toEqual([...MAPS].sort());
  });

  it.each(REFUSED)("refuses %s", async (_what, _option, reason) => {
    expect(await refusals(REFUSED.map(([, option]) => option))).toContain(reason);
  });

  it("accepts a user that the cluster chooses", async () => {
    expect(await template("production", ["--set", "userId=null"])).not.toContain("runAsUser");
  });
});
