import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { endLeftovers } from "@emissions/testkit/leftovers";
import { until } from "@emissions/testkit/poll";
import { freePorts } from "@emissions/testkit/ports";
import { removePostgres } from "@emissions/testkit/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { quietPorts } from "../../../scripts/quiet-ports.fixture.ts";
import { checkedFetch } from "../../support/conformance.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const START = join(ROOT, "scripts", "start.ts");
const run = promisify(execFile);
/** A slow machine that runs other tests beside takes minutes. */
const READY_LIMIT_MS = 240_000;
const FOLLOW_LIMIT_MS = 300_000;
let state: string;
let env: NodeJS.ProcessEnv;
let child: ChildProcess;

beforeAll(async () => {
  state = mkdtempSync(join(tmpdir(), "emissions-start-"));
  chmodSync(state, 0o755);
  // Skips the demo records, which take seconds and have their own test.
  writeFileSync(join(state, "demo-records.done"), "");
  const { DATABASE_URL, NATS_URL, ...inherited } = process.env;
  env = { ...inherited, ...(await quietPorts()), STATE_DIR: state };
  await start();
}, READY_LIMIT_MS);

afterAll(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await endLeftovers(state);
  await removePostgres(join(state, "postgres"));
  rmSync(state, { recursive: true });
});

/** Lines of the present start. */
let output: string;

function begin() {
  child = spawn(process.execPath, [START], { env, stdio: ["ignore", "pipe", "inherit"] });
  output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
}

async function start() {
  begin();
  const ready = () => {
    if (child.exitCode !== null) throw new Error(`npm start ended: ${output}`);
    return output.includes("Ctrl-C stops everything");
  };
  await until("npm start is ready", ready, READY_LIMIT_MS);
}

function pidOf(name: string): number {
  return JSON.parse(readFileSync(join(state, "run", `${name}.pid`), "utf8")).pid;
}

/** A pid file may be missing, or half written. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

async function askAsHolding() {
  const { base_url, organizations } = JSON.parse(readFileSync(join(state, "demo.json"), "utf8"));
  const { id, api_keys } = organizations.find(({ slug }: { slug: string }) => slug === "holding");
  const headers = { "x-api-key": api_keys.viewer, "x-organization-id": id };
  const { status } = await checkedFetch(`${base_url}/v1/purchases`, { headers });
  return { status, key: api_keys.viewer };
}

/** The blocks of a language in a page, or in one chapter. */
function blocksOf(page: string, language: string, chapter = ""): string {
  const text = readFileSync(join(ROOT, page), "utf8");
  const part = chapter ? text.split(/^## /m).find((piece) => piece.startsWith(chapter))! : text;
  return [...part.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, of, block]) => (of === language ? block : "")).join("");
}

/** Runs the shell commands of a page, or of one chapter. Returns their output. */
async function follow(page: string, chapter = "", edit = (lines: string) => lines): Promise<string> {
  const script = edit(blocksOf(page, "sh", chapter)).replaceAll("./.local", state);
  const { stdout } = await run("bash", ["-euc", script], { cwd: ROOT, env, timeout: FOLLOW_LIMIT_MS });
  return stdout;
}

/** Lines of the answers that a chapter shows, without those in the output. `…` stands for any text. */
function missingAnswers(page: string, chapter: string, stdout: string): string[] {
  const lines = stdout.split("\n");
  const inOrder = (line: string, parts: string[]) => {
    let from = 0;
    return parts.every((part) => {
      const at = line.indexOf(part, from);
      from = at + part.length;
      return at >= 0;
    });
  };
  const shown = blocksOf(page, "text", chapter).split("\n").filter(Boolean);
  expect(shown.length).toBeGreaterThan(3);
  return shown.filter((answer) => !lines.some((line) => inOrder(line, answer.split("…"))));
}

describe("npm start", () => {
  it("writes a description of the running system, readable by its owner only", async () => {
    expect((await askAsHolding()).status).toBe(200);
    expect(statSync(join(state, "demo.json")).mode & 0o777).toBe(0o600);
    for (const file of ["secrets.json", "nats.conf", "commands.json", join("keys", "gateway", "key.json")]) {
      expect(statSync(join(state, file)).mode & 0o777).toBe(0o600);
    }
  });

  it("makes test keys: those of the demo, of new organizations, and of members", async () => {
    const { base_url, organizations, users } = JSON.parse(readFileSync(join(state, "demo.json"), "utf8"));
    const args = ["--name", "Tested", "--country", "ES", "--admin-email", "ada@tested.example"];
    const command = run(process.execPath, [join(ROOT, "scripts", "organization.ts"), ...args], { env });
    const { email, password } = users.find(({ role }: { role: string }) => role === "admin");
    const post = async (path: string, body: object, headers = {}): Promise<Record<string, string>> => {
      const init = {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      };
      return (await (await checkedFetch(`${base_url}${path}`, init)).json()) as Record<string, string>;
    };
    const { access_token } = await post("/auth/login", { email, password });
    const headers = { authorization: `Bearer ${access_token}`, "x-organization-id": organizations[0].id };
    const { key } = await post("/v1/api-keys", { name: "Import" }, headers);
    const keys = [organizations[0].api_keys.admin, JSON.parse((await command).stdout).api_key, key];
    expect(keys).toEqual(keys.map(() => expect.stringMatching(/^eas_test_/)));
  });

  it("answers the gRPC calls in docs/grpc.md", async () => {
    const stdout = await follow("docs/grpc.md");
    expect(stdout).toContain('"category": "fuels"');
    expect(stdout).toMatch(/"chosen": true.*"key": "paper/s);
  });

  it.each([
    ["README.md", "One purchase"],
    ["docs/first-steps.md", "The tour"],
  ])("runs the commands of %s, %s, as written, with the answers that are shown", async (page, chapter) => {
    const [receiverPort] = await freePorts(1);
    env.RECEIVER_PORT = String(receiverPort);
    const edited = (lines: string) => lines.replace("https://127.0.0.1:8443/", `https://127.0.0.1:${receiverPort}/`);
    const stdout = await follow(page, chapter, edited);
    expect(missingAnswers(page, chapter, stdout)).toEqual([]);
    expect(stdout).not.toMatch(/"detail":/);
  });

  it.each(["README.md", "docs/first-steps.md"])("says in %s what is missing before it has run", async (page) => {
    const commands = blocksOf(page, "sh").slice(blocksOf(page, "sh").indexOf("API="));
    const outcome = run("bash", ["-euc", commands], { cwd: tmpdir(), env });
    await expect(outcome).rejects.toThrow("API: is empty, because ./.local/demo.json is missing: run npm start");
  });

  it("has given Postgres nothing to warn about so far", () => {
    const lines = readFileSync(join(state, "logs", "postgres.log"), "utf8").split("\n");
    expect(lines.filter((line) => /(WARNING|ERROR|FATAL|PANIC):/.test(line))).toEqual([]);
  });

  it("restarts a killed service", async () => {
    const before = pidOf("gateway");
    process.kill(before, "SIGKILL");
    await until("the gateway answers again", async () => (await askAsHolding().catch(() => null))?.status === 200);
    expect(pidOf("gateway")).not.toBe(before);
  });

  it("keeps the keys over a restart after SIGKILL, which left the services running", async () => {
    const { key } = await askAsHolding();
    child.kill("SIGKILL");
    await once(child, "exit");
    await start();
    expect(await askAsHolding()).toEqual({ status: 200, key });
  });

  it("exits with 0 and stops all processes on SIGINT", async () => {
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
    await expect(askAsHolding()).rejects.toThrow();
    expect(() => pidOf("calc")).toThrow(/ENOENT/);
  });

  it("does the same on SIGINT during a start, also if a service never gets ready", async () => {
    begin();
    // Its pid file is there at once, and it takes longer to get ready.
    const pid = await until("factors to start", () => attempt(() => pidOf("factors")), READY_LIMIT_MS);
    process.kill(pid, "SIGSTOP");
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(output).toContain("stopping");
    expect(output).not.toContain("Ready after");
    expect(readdirSync(join(state, "run"))).toEqual([]);
  });
});
