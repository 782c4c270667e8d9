import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Config as activity } from "@emissions/activity/config";
import { Config as calc } from "@emissions/calc/config";
import { Config as factors } from "@emissions/factors/config";
import { Config as gateway } from "@emissions/gateway/config";
import { Config as imports, storeOptions } from "@emissions/imports/config";
import { servicesWithSchema } from "@emissions/kit/db/migration-files";
import { natsLogin } from "@emissions/kit/messages/nats";
import { readConfig, ServiceConfig } from "@emissions/kit/process/config";
import { Config as notify } from "@emissions/notify/config";
import { testFolder } from "@emissions/testkit/infra";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leavingNames } from "../../scripts/docs/configuration.ts";
import { CHART, SETS } from "./helm.ts";
import { ADDED, componentOf, objectsOf, podOf } from "./objects.ts";

const CONFIGS = { gateway, factors, activity, calc, imports, notify };
const SERVICES = Object.keys(CONFIGS) as (keyof typeof CONFIGS)[];
/** Variables that the chart offers to nobody: ports are fixed, files need a mount, and `documents.ownPod` says who reads. */
const LEFT_OUT = [
  ...["DOCUMENTS", "PORT", "OPS_PORT", "NATS_REPLICAS", "NATS_CERT_FILE", "NATS_KEY_FILE"],
  ...["DATABASE_CERT_FILE", "DATABASE_KEY_FILE", "WEBHOOK_CA_FILE", "WEBHOOK_ALLOW_PRIVATE_ADDRESSES"],
];
const SECRET = /^\/secrets\/(.+)$/;
const SEALING = `first:${Buffer.alloc(32, 1).toString("base64")}`;

interface Schema {
  $ref?: string;
  properties: Record<string, Schema>;
}

const isOfChart = ({ name }: { name: string }) => !ADDED.includes(name);

function environmentOf(set: (typeof SETS)[number], component: string): Record<string, string> {
  const objects = objectsOf(set);
  const found = objects.find((object) => object.kind === "Deployment" && componentOf(object) === component);
  const env = podOf(found!)?.containers[0]?.env ?? [];
  return Object.fromEntries(env.filter(isOfChart).map(({ name, value }) => [name, value ?? ""]));
}

describe("the environment of a process", () => {
  let folder: string;
  beforeAll(() => {
    folder = testFolder();
    mkdirSync(join(folder, "secrets"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The files that the kubelet would mount. */
  const withFiles = (env: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(env).map(([name, value]) => {
        const [, secret] = SECRET.exec(value) ?? [];
        if (secret === undefined) return [name, value];
        const file = join(folder, "secrets", secret);
        writeFileSync(file, secret.endsWith("_KEYS") ? SEALING : `secret-${secret}`.padEnd(40, "-"));
        return [name, file];
      }),
    );

  it.each(SETS.flatMap((set) => SERVICES.map((service) => [set, service] as const)))(
    "in %s is valid for %s",
    (set, service) => {
      const env = withFiles(environmentOf(set, service));
      const config = readConfig(CONFIGS[service], env);
      expect(natsLogin(config, service)).toMatchObject({ name: service, url: env.NATS_URL });
      if (service === "imports") storeOptions(config as never);
      const { shape } = CONFIGS[service] as { shape: object };
      const unknown = Object.keys(env).filter((name) => !(name in shape) && !(name.replace(/_FILE$/, "") in shape));
      expect(unknown).toEqual([]);
    },
  );

  it.each(SERVICES)("offers every variable of %s, or leaves it out on purpose", (service) => {
    const schema = JSON.parse(readFileSync(join(CHART, "values.schema.json"), "utf8")) as Schema;
    const offered = Object.keys(schema.properties.services!.properties[service]!.properties.env!.properties);
    const set = Object.keys(environmentOf("everything", service));
    const { shape } = CONFIGS[service] as { shape: object };
    const known = [...offered, ...set, ...LEFT_OUT];
    expect(Object.keys(shape).filter((name) => !known.includes(name) && !known.includes(`${name}_FILE`))).toEqual([]);
    expect(offered.filter((name) => !(name in shape))).toEqual([]);
  });

  it("marks the variables that the next release ignores", () => {
    const schema = JSON.parse(readFileSync(join(CHART, "values.schema.json"), "utf8")) as Schema;
    const marked = SERVICES.flatMap((service) => {
      const { properties } = schema.properties.services!.properties[service]!.properties.env!;
      return Object.keys(properties).filter((name) => properties[name]!.$ref === "#/definitions/leavingVariable");
    });
    expect(marked.sort()).toEqual(leavingNames().sort());
  });

  it("of `streams` has the copies of streams, and variables of a service", () => {
    const env = environmentOf("everything", "streams");
    expect(env).toMatchObject({
      NATS_REPLICAS: "3",
      NATS_URL: "tls://nats-0:4222,tls://nats-1:4222,tls://nats-2:4222",
    });
    expect(Object.keys(env).filter((name) => !(name in ServiceConfig.shape))).toEqual([]);
  });

  it("of the migrations has the login of the owner of every schema", async () => {
    const job = objectsOf("production").find(({ kind }) => kind === "Job");
    const names = (podOf(job!)?.containers[0]?.env ?? []).map(({ name }) => name);
    const services = (await servicesWithSchema()).map((service) => service.toUpperCase());
    expect(names.sort()).toEqual(
      services.flatMap((name) => [`${name}_OWNER_PASSWORD_FILE`, `${name}_OWNER_URL`]).sort(),
    );
  });

  it("waits for the end of a process as long as the process takes", () => {
    const objects = objectsOf("everything");
    const graces = Object.fromEntries(
      objects
        .filter(({ kind }) => kind === "Deployment")
        .map((object) => [componentOf(object), podOf(object)?.terminationGracePeriodSeconds]),
    );
    expect(graces).toMatchObject({ calc: 20, gateway: 30 });
  });
});
