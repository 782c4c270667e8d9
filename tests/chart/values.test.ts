import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { CHART_README_PATH, chartReadme, commentsOf, entriesOf } from "../../scripts/docs/chart.ts";
import { CHART, template } from "./helm.ts";

interface Schema {
  type?: unknown;
  additionalProperties?: unknown;
  [key: string]: unknown;
}

/** Maps with keys of the user's choice, by the place in the schema. */
const MAPS = [
  ".properties.global",
  ".properties.database.properties.parameters",
  ".definitions.labels",
  ".definitions.kubernetes",
];

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
  [
    "a variable of another service",
    "services.calc.env.JOB_RETENTION_DAYS=40",
    "additional properties 'JOB_RETENTION_DAYS' not allowed",
  ],
  ["a secret among the variables", "services.gateway.env.AUTH_TOKEN_SECRET=a", "'AUTH_TOKEN_SECRET' not allowed"],
  [
    "private receivers",
    "services.notify.env.WEBHOOK_ALLOW_PRIVATE_ADDRESSES=true",
    "'WEBHOOK_ALLOW_PRIVATE_ADDRESSES'",
  ],
  ["an image without a tag", "image.digest=", "at '/image/tag': minLength"],
  [
    "a label of the chart",
    "commonLabels.app\\.kubernetes\\.io/name=other",
    "invalid propertyName 'app.kubernetes.io/name'",
  ],
  [
    "a label by which pods are selected",
    "extra.podLabels.app\\.kubernetes\\.io/instance=other",
    "invalid propertyName 'app.kubernetes.io/instance'",
  ],
  ["a variable without a name", "extra.env[0].value=a", "at '/extra/env/0': missing property 'name'"],
  ["a container beside a Job", "migrations.extra.sidecars[0].name=a", "at '/migrations/extra/sidecars'"],
  [
    "pages of alerts without a slash",
    "monitoring.rules.runbookBaseUrl=https://wiki",
    "at '/monitoring/rules/runbookBaseUrl'",
  ],
  ["a wrong type", "services.calc.replicas=two", "at '/services/calc/replicas': got string, want integer"],
  ["no Postgres", "database.hosts=null", "at '/database': missing property 'hosts'"],
  ["no peers of NATS", "nats.peers=null", "at '/nats': missing property 'peers'"],
  ["a password in an address", "fileStore.url=https://user:secret@store", "at '/fileStore/url'"],
  ["half of an issuer", "signIn.tokens.issuer=acme", "at '/signIn/tokens/jwksUrl': minLength"],
  ["an ingress without a host", "ingress.enabled=true", "at '/ingress/host': minLength"],
] as const;

/** A value without a comment belongs to a group that has one. */
function isExplained(path: string, comments: ReadonlyMap<string, string>): boolean {
  const parts = path.split(".");
  return parts.some((_, i) => comments.has(parts.slice(0, i + 1).join(".")));
}

describe("the values", () => {
  it("are in the README of the chart with their defaults (npm run docs)", () => {
    expect(readFileSync(CHART_README_PATH, "utf8")).toBe(chartReadme());
  });

  it("all have a comment, or belong to a group with one", () => {
    const text = readFileSync(join(CHART, "values.yaml"), "utf8");
    const comments = commentsOf(text);
    const values = entriesOf(parse(text, { merge: true })).filter(({ value }) => value !== undefined);
    expect(values.length).toBeGreaterThan(100);
    expect(values.filter(({ path }) => !isExplained(path, comments))).toEqual([]);
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

  it.each(["image.tag=latest,image.digest=", "images.postgres.tag=latest"])(
    "says why it refuses %s",
    async (option) => {
      const message = await refusals([option, "database.roles.enabled=true,database.roles.adminSecret=admin"]);
      expect(message).toMatch(
        /:latest is refused: it names another image after each push, .* Name a version or a digest/,
      );
    },
  );

  it("accepts a user that the cluster chooses", async () => {
    expect(await template("production", ["--set", "userId=null"])).not.toContain("runAsUser");
  });
});
