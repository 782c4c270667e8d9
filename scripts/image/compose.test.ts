import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StreamsConfig } from "@emissions/kit/process/streams-config";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { PROCESSES } from "../../deploy/image/processes.ts";
import { Config as Activity } from "../../services/activity/src/config.ts";
import { Config as Calc } from "../../services/calc/src/config.ts";
import { Config as Factors } from "../../services/factors/src/config.ts";
import { Config as Gateway } from "../../services/gateway/src/config.ts";
import { Config as Imports } from "../../services/imports/src/config.ts";
import { Config as Notify } from "../../services/notify/src/config.ts";
import { ROOT } from "../start/settings.ts";

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  volumes?: string[];
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  user?: string;
  ulimits?: { nofile: number };
}

const CONFIGS = {
  gateway: Gateway,
  factors: Factors,
  activity: Activity,
  calc: Calc,
  imports: Imports,
  notify: Notify,
  streams: StreamsConfig,
};
const OPS_PORT_OFFSET = 1_000;
const MAKE_ENV = join(ROOT, "deploy", "make-env.mjs");
const ROTATE = join(ROOT, "deploy", "principal-keys.mjs");
const IMAGE_USER = 10001;
const isRoot = process.getuid?.() === 0;
/** CHECK_TIMEOUT_MS of the readiness of a process. */
const CHECK_MS_MAX = 2_000;
/** Of HAProxy itself: listeners, checks, resolvers. */
const BALANCER_DESCRIPTORS = 100;
/** Images of others, and the steps that end. */
const OTHERS = ["postgres", "roles", "nats", "balancer"];
const STEPS = ["roles", "migrate"];
const SECRET = /PASSWORD|SECRET|PEPPER|TOKEN|KEY/;
/** Public by their nature. */
const NO_SECRETS = ["PRINCIPAL_KEYS_FILE"];

const text = readFileSync(join(ROOT, "deploy", "compose.yaml"), "utf8");
const services: Record<string, Service> = parse(text, { merge: true }).services;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emissions-make-env-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const makeEnv = (umask = "022") =>
  spawnSync("sh", ["-c", `umask ${umask} && exec "$0" "$@"`, process.execPath, MAKE_ENV, folder], { encoding: "utf8" });

describe("compose.yaml", () => {
  it("runs every process of the image by its name, and nothing else from it", () => {
    const ours = Object.keys(services).filter((name) => !OTHERS.includes(name));
    expect(ours.sort()).toEqual(Object.keys(PROCESSES).sort());
    for (const name of ours) expect(services[name]?.command).toEqual([name]);
  });

  it.each(Object.entries(CONFIGS))("sets only variables that %s reads", (name, config) => {
    const known = Object.keys(config.shape);
    for (const variable of Object.keys(services[name]?.environment ?? {})) {
      expect(known.includes(variable) || known.includes(variable.replace(/_FILE$/, "")), variable).toBe(true);
    }
  });

  it("has a health check on the second port of every process that stays", () => {
    for (const [name, config] of Object.entries(CONFIGS)) {
      const port = config.shape.PORT.parse(undefined) + OPS_PORT_OFFSET;
      expect(services[name]?.healthcheck?.test).toEqual(["CMD", "node", "deploy/image/health.ts", String(port)]);
    }
    const without = Object.keys(services).filter((name) => services[name]?.healthcheck === undefined);
    expect(without.sort()).toEqual(STEPS.sort());
  });

  it("names files for all secrets, and has none in a variable", () => {
    for (const [name, { environment = {} }] of Object.entries(services)) {
      for (const [variable, value] of Object.entries(environment)) {
        const isSecret = SECRET.test(variable) && !NO_SECRETS.includes(variable);
        if (isSecret) expect(variable, name).toMatch(/_FILE$/);
        expect(String(value), variable).not.toMatch(/\/\/[^/@]*:[^/@]*@/);
      }
    }
    expect(text).not.toMatch(/\$\{[A-Z_]*(PASSWORD|PEPPER|SECRET|SEALING)[A-Z_]*(?<!_FILE)[:}]/);
  });

  it("names files that make-env.mjs writes", () => {
    expect(makeEnv().status).toBe(0);
    for (const [name, { environment = {}, volumes = [] }] of Object.entries(services)) {
      const mounts = volumes.map((volume) => volume.split(":")).filter(([source]) => source?.startsWith("./"));
      for (const path of JSON.stringify(environment).matchAll(/"(\/(?:run\/secrets|keys)\/[^"]+)"/g)) {
        const [source = "", target = ""] = mounts.find(([, mounted]) => path[1]?.startsWith(`${mounted}/`)) ?? [];
        const file = join(folder, source, path[1]!.slice(target.length));
        expect(existsSync(file), `${name}: ${path[1]}`).toBe(true);
      }
    }
  });

  it("takes images by full versions, and ours by the version of the project", () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    for (const [name, { image }] of Object.entries(services)) {
      if (OTHERS.includes(name)) expect(image).toMatch(/:\d+\.\d+(\.\d+)?-[a-z]+$/);
      else expect(image).toBe(`emissions:\${EMISSIONS_VERSION:-${version}}`);
    }
  });

  it("gives our processes a read-only file system, no capabilities and no root", () => {
    for (const name of Object.keys(PROCESSES)) {
      expect(services[name]).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        user: expect.stringMatching(/SERVICE_USER/),
      });
    }
  });

  it("lets the balancer open a descriptor for both ends of each connection", () => {
    const config = readFileSync(join(ROOT, "deploy", "haproxy.cfg"), "utf8");
    const connections = Number(/^ +maxconn (\d+)$/m.exec(config)?.[1]);
    expect(services.balancer?.ulimits?.nofile).toBeGreaterThan(2 * connections + BALANCER_DESCRIPTORS);
  });

  it("gives a gateway as long for its /readyz as that may take", () => {
    const seconds = /^ +timeout check (\d+)s$/m.exec(readFileSync(join(ROOT, "deploy", "haproxy.cfg"), "utf8"))?.[1];
    expect(Number(seconds) * 1_000).toBeGreaterThan(CHECK_MS_MAX);
  });

  it("opens one port, on the loopback address", () => {
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
  });
});

describe("health.ts", () => {
  it.each([
    { status: 200, code: 0 },
    { status: 503, code: 1 },
  ])("ends with $code when /readyz answers $status after the longest time", async ({ status, code }) => {
    const server = createServer((_, answer) => {
      setTimeout(() => answer.writeHead(status).end(), CHECK_MS_MAX);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const child = spawn(process.execPath, [join(ROOT, "deploy", "image", "health.ts"), String(port)]);
    expect(await once(child, "exit")).toEqual([code, null]);
    server.close();
  });
});

describe("make-env.mjs", () => {
  const secretFiles = () =>
    readdirSync(join(folder, "secrets"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

  it("lets only their owner read the files, and writes nothing secret to .env", () => {
    makeEnv();
    for (const { parentPath, name } of secretFiles()) expect(statSync(join(parentPath, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, ".env"), "utf8")).toMatch(/^SERVICE_USER=\d+:\d+\n$/);
  });

  it("gives a service the password that the database and NATS know", () => {
    makeEnv();
    const read = (name: string) => readFileSync(join(folder, "secrets", name), "utf8").trim();
    expect(read("roles/environment")).toContain(`\nCALC_PASSWORD='${read("calc/database-password")}'`);
    expect(read("nats/environment")).toContain(`NATS_CALC_PASSWORD='${read("calc/nats-password")}'`);
    expect(read("roles/environment")).toContain(`PGPASSWORD='${read("postgres/postgres-password")}'`);
    const owner = /:([^:@]+)@/.exec(read("migrate/calc-owner-url"))?.[1];
    expect(read("roles/environment")).toContain(`CALC_OWNER_PASSWORD='${owner}'`);
  });

  it("moves the secrets of an earlier .env to files, and keeps its other lines", () => {
    writeFileSync(
      join(folder, ".env"),
      "API_KEY_PEPPER=pepper=1\nCALC_PASSWORD=earlier\nPUBLIC_URL=https://a.example\n",
    );
    makeEnv();
    expect(readFileSync(join(folder, "secrets", "activity", "api-key-pepper"), "utf8")).toBe("pepper=1\n");
    expect(readFileSync(join(folder, "secrets", "calc", "database-password"), "utf8")).toBe("earlier\n");
    expect(readFileSync(join(folder, ".env"), "utf8")).toMatch(/^SERVICE_USER=.*\nPUBLIC_URL=https:\/\/a\.example\n$/);
  });

  it.runIf(isRoot)("lets the user of the image read its keys under a strict umask, also after a rotation", () => {
    expect(makeEnv("027").status).toBe(0);
    const key = join(folder, "keys", "calc", "key.json");
    const read = (file: string) => spawnSync("cat", [file], { uid: IMAGE_USER, gid: IMAGE_USER, encoding: "utf8" });
    chmodSync(folder, 0o755);
    for (const file of [key, join(folder, "keys", "public", "keys.json")]) expect(read(file).stderr).toBe("");
    const before = read(key).stdout;
    for (const step of ["add", "use"]) spawnSync(process.execPath, [ROTATE, step, "calc", join(folder, "keys")]);
    expect(read(key).stderr).toBe("");
    expect(read(key).stdout).not.toBe(before);
  });

  it("overwrites no secret", () => {
    makeEnv();
    const before = readFileSync(join(folder, "secrets", "activity", "api-key-pepper"), "utf8");
    expect(makeEnv()).toMatchObject({ status: 1, stderr: expect.stringContaining("exists already") });
    expect(readFileSync(join(folder, "secrets", "activity", "api-key-pepper"), "utf8")).toBe(before);
  });
});
