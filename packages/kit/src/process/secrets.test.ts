import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { until } from "@emissions/testkit/poll";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { readConfig } from "./config.ts";
import { Sealer, SealingKeys } from "./sealing.ts";
import { SecretList, watchSecrets } from "./secrets.ts";

const present = "the present secret of 32 characters";
const next = "another secret with 32 characters";
const Config = z.object({ PEPPER: SecretList, TOKEN: SecretList.optional(), SEALING: SealingKeys.optional() });

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "secrets-"));
  file = join(folder, "pepper");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("a variable with secrets", () => {
  it("has one or several, and the first one is the present one", () => {
    const { PEPPER, TOKEN } = readConfig(Config, { PEPPER: `${present}, ${next}` });
    expect([PEPPER.first, PEPPER.all, TOKEN]).toEqual([present, [present, next], undefined]);
  });

  it("may name a file instead", () => {
    writeFileSync(file, `${present}\n${next}\n`);
    expect(readConfig(Config, { PEPPER_FILE: file }).PEPPER.all).toEqual([present, next]);
  });

  it.each([
    { what: "nothing", env: {} },
    { what: "both", env: { PEPPER: present, PEPPER_FILE: "/dev/null" } },
    { what: "a missing file", env: { PEPPER_FILE: "/nowhere/pepper" } },
    { what: "an empty file", env: { PEPPER_FILE: "/dev/null" } },
    { what: "a short secret", env: { PEPPER: `${present},short` } },
    { what: "more than four", env: { PEPPER: Array(5).fill(present).join() } },
  ])("is refused with $what, by name and without its value", ({ env }) => {
    const read = () => readConfig(Config, { LOG_LEVEL: "info", ...env });
    expect(read).toThrow("PEPPER");
    expect(read).not.toThrow(present);
  });

  it("shows no secret when it is printed", () => {
    const config = readConfig(Config, { PEPPER: present });
    expect(inspect(config, { depth: 5, showHidden: true }) + JSON.stringify(config)).not.toContain(present);
  });
});

describe("a file with secrets", () => {
  const lines: string[] = [];
  const note = (fields: object, message: string) => void lines.push(`${message} ${inspect(fields)}`);

  it("is in use soon after a change, and only if it is valid", async () => {
    writeFileSync(file, present);
    const config = readConfig(Config, { PEPPER_FILE: file });
    const watch = watchSecrets(config, { info: note, error: note }, 5);
    writeFileSync(file, "short");
    await until("the fault is logged", () => lines.some((line) => line.includes("stay in use")));
    expect(config.PEPPER.all).toEqual([present]);
    writeFileSync(file, `${next}\n${present}`);
    await until("it is in use", () => config.PEPPER.first === next);
    await watch.stop();
    expect(lines.at(-1)).toContain("PEPPER has changed");
    expect(lines.join()).not.toContain(next);
  });

  it("gives a sealer another key, which opens older values, too", async () => {
    const [old, young] = ["old", "young"].map((id) => `${id}:${randomBytes(32).toString("base64")}`) as [
      string,
      string,
    ];
    writeFileSync(file, old);
    const config = readConfig(Config, { PEPPER: present, SEALING_FILE: file });
    const sealer = new Sealer(config.SEALING!);
    const watch = watchSecrets(config, { info: note, error: note }, 5);
    const sealed = sealer.seal(Buffer.from("x"), "a");
    writeFileSync(file, `${young}\n${old}`);
    await until("it is in use", () => sealer.isOld(sealed));
    await watch.stop();
    expect(sealer.open(sealer.renew(sealed, "a"), "a").toString()).toBe("x");
  });
});
