import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ApiKeys } from "@emissions/activity/access/keys";
import { fixedSecrets } from "@emissions/kit/process/secrets";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { goldenText } from "./golden.ts";
import { CHART, lint, ROOT, SETS, template } from "./helm.ts";
import { componentOf, goldenFile, objectsIn, objectsOf, podOf, problemsOf } from "./objects.ts";
import { violationsOf } from "./restricted.ts";

const SAMPLE = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" } };
const POD = { containers: [{ name: "a", image: "a:1" }] };

describe.each(SETS)("the manifests of %s", (set) => {
  it("are those of the golden file (npm run chart:golden)", async () => {
    expect(await goldenText(set)).toBe(readFileSync(goldenFile(set), "utf8"));
  });

  it("are valid objects of Kubernetes without unknown fields", async () => {
    const objects = objectsIn(await template(set));
    const found = await Promise.all(
      objects.map(async (object) =>
        (await problemsOf(object)).map((problem) => `${object.kind} ${object.metadata.name}: ${problem}`),
      ),
    );
    expect(found.flat()).toEqual([]);
  });

  it("have names of their own", () => {
    const names = objectsOf(set).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toHaveLength(new Set(names).size);
  });

  it("are pods of the standard `restricted`", () => {
    const pods = objectsOf(set).flatMap((object) => podOf(object) ?? []);
    expect(pods.length).toBeGreaterThan(8);
    expect(pods.flatMap(violationsOf)).toEqual([]);
  });

  it("name every image by a tag or a digest", () => {
    const pods = objectsOf(set).flatMap((object) => podOf(object) ?? []);
    const images = pods.flatMap(({ containers }) => containers.map(({ image }) => image ?? ""));
    expect(images.filter((image) => !/(:(?!latest$)[\w][\w.-]*|@sha256:[0-9a-f]{64})$/.test(image))).toEqual([]);
  });
});

describe("the chart", () => {
  it.each(["production", "everything"] as const)("passes the linter of helm with the values of %s", async (set) => {
    expect(await lint(set)).toContain("0 chart(s) failed");
  });

  it("has the icon of its folder", () => {
    const { icon } = parse(readFileSync(join(CHART, "Chart.yaml"), "utf8")) as { icon: string };
    expect(icon).toBe(`data:image/svg+xml;base64,${readFileSync(join(CHART, "icon.svg"), "base64")}`);
  });
});

describe("the manifests beside the chart", () => {
  it("of cert-manager are valid", async () => {
    const objects = objectsIn(readFileSync(join(CHART, "examples/manifests/issuer.yaml"), "utf8"));
    expect(objects).toHaveLength(4);
    expect((await Promise.all(objects.map(problemsOf))).flat()).toEqual([]);
  });
});

describe("the checks of this folder", () => {
  it.each([
    [
      "an unknown field",
      { ...SAMPLE, spec: { selector: {}, template: { spec: POD }, replicass: 2 } },
      "unknown field .spec.replicass",
    ],
    ["a wrong type", { ...SAMPLE, spec: { selector: {}, template: { spec: POD }, replicas: "2" } }, "/spec/replicas"],
    ["a missing field", { ...SAMPLE, spec: { template: { spec: POD } } }, "selector"],
  ])("find %s", async (_what, object, problem) => {
    expect((await problemsOf(object)).join()).toContain(problem);
  });

  it("find what `restricted` forbids", () => {
    expect(violationsOf(POD)).toEqual([
      "runs as root",
      "has no seccomp profile",
      "mounts the token of its service account",
      "gets variables of other services",
      "a may get more privileges",
      "a keeps capabilities",
      "a writes to its file system",
      "a has no limit of memory",
    ]);
  });
});

describe("the files of the chart", () => {
  it.each([
    ["roles", "deploy/roles.sql", "roles.sql"],
    ["nats", "deploy/nats.conf", "nats.conf"],
    ["nats", "deploy/nats-accounts.conf", "nats-accounts.conf"],
  ])("of %s are those of %s", async (component, file, name) => {
    const objects = objectsIn(await template("evaluation"));
    const found = objects.find((object) => object.kind === "ConfigMap" && componentOf(object) === component);
    const text = readFileSync(join(ROOT, file), "utf8");
    expect((found!.data as Record<string, string>)[name]?.trim()).toBe(text.trim());
  });
});

describe("the Job of the migrations", () => {
  const nameOf = async (options: string[]) => {
    const objects = objectsIn(await template("production", options));
    return objects.find(({ kind }) => kind === "Job")?.metadata.name;
  };

  it("has another name for another image, and the same for the same", async () => {
    const before = await nameOf([]);
    expect(await nameOf(["--set", "services.calc.replicas=5"])).toBe(before);
    expect(await nameOf(["--set", `image.digest=sha256:${"1".repeat(64)}`])).not.toBe(before);
  });
});

describe("the test of a release", () => {
  it("asks with a well-formed key, so that activity looks for it in Postgres", () => {
    const text = readFileSync(join(CHART, "files/test.mjs"), "utf8");
    const [key = ""] = /eas_\w+/.exec(text) ?? [];
    expect(new ApiKeys(fixedSecrets("pepper")).isWellFormed(key)).toBe(true);
  });
});
