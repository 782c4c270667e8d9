import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { commands } from "@emissions/cli/commands";
import { EXIT } from "@emissions/cli/exit";
import { KINDS } from "@emissions/cli/kinds";
import { newId } from "@emissions/kit/process/id";
import { unitId } from "@emissions/quantity/catalogue-id";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Backend } from "../support/backend.ts";
import { type Outside, type Ran, runCli } from "../support/cli.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const BIN = fileURLToPath(new URL("../../packages/cli/src/bin.ts", import.meta.url));
const run = promisify(execFile);

let backend: Backend;
let folder: string;
/** The environment of a caller with a key. */
let env: Record<string, string>;
let facility: string;

beforeAll(async () => {
  backend = await sharedBackend();
  folder = await mkdtemp(join(tmpdir(), "emissions-cli-"));
  const { id, api_keys } = backend.organizations.get("outsider")!;
  env = {
    EMISSIONS_URL: backend.urls.gateway,
    EMISSIONS_ORGANIZATION: id,
    EMISSIONS_API_KEY: api_keys.editor,
    XDG_CONFIG_HOME: folder,
  };
  facility = `Plant ${newId()}`;
});
afterAll(() => rm(folder, { recursive: true }));

const cli = (args: string, outside: Partial<Outside> = {}): Promise<Ran> =>
  runCli(args.split(" "), { env, ...outside });
const words = (args: readonly string[], outside: Partial<Outside> = {}) => runCli(args, { env, ...outside });

const EXACT = "1234.567890123456789";
const PURCHASE = "--product-name Cement --sector 23.51 --purchase-date 2025-03-14 --expense-type opex";
const recordPurchase = async (more = "") => {
  const { exit, out } = await cli(`record purchase ${PURCHASE} --unit-id ${unitId("EUR")} --quantity ${EXACT}${more}`);
  expect(exit).toBe(EXIT.ok);
  return out.trim();
};

describe("help", () => {
  it("lists all commands and exit codes, and each command has its own", async () => {
    const { exit, out } = await cli("--help");
    expect(exit).toBe(EXIT.ok);
    for (const { name } of commands) expect(out).toMatch(new RegExp(`^  ${name} `, "m"));
    for (const code of Object.values(EXIT)) expect(out).toMatch(new RegExp(`^  ${code} `, "m"));
    for (const { name, about } of commands) {
      const help = await cli(`${name} --help`);
      expect([help.exit, help.err]).toEqual([EXIT.ok, ""]);
      expect(help.out).toContain(`Usage: emissions ${name}`);
      expect(help.out).toContain(about);
    }
  });

  it("names the fields of each kind of record", async () => {
    for (const { name } of KINDS) {
      const { exit, out } = await cli(`record ${name} --help`);
      const fields = out.match(/^ {2}--(?!file|idempotency|dry|json|url|organization|help)[a-z-]+ </gm) ?? [];
      expect([name, exit, fields.length > 3]).toEqual([name, EXIT.ok, true]);
    }
    expect((await cli("--version")).out).toBe("1.0.0\n");
  });
});

describe("records", () => {
  it("are recorded with every digit, listed, explained, verified offline and deleted", async () => {
    const id = await recordPurchase();
    const stored = await cli(`get purchases ${id} --json`);
    expect(stored.json).toMatchObject({ id, quantity: EXACT, product_name: "Cement" });
    const listed = await cli("list purchases --all --json --start-date 2025-03-14 --end_date 2025-03-14");
    expect(listed.json.map((one: { id: string }) => one.id)).toContain(id);
    expect((await cli("list purchase --limit 1")).out).toMatch(/^id +purchase_date +product_name/);
    await until("the calculation", async () => {
      const { json } = await cli(`get purchase ${id} --json`);
      return json.calculation_status === "calculated";
    });
    const explained = await cli(`explain purchase ${id} --json`);
    expect((await cli(`explain purchase ${id}`)).out).toContain(explained.json.formula_with_numbers);

    const offline = { env: { PATH: "" }, stdin: explained.out };
    expect(await cli("verify -", offline)).toMatchObject({ exit: EXIT.ok, out: "equal\n", err: "" });
    const changed = { ...offline, stdin: explained.out.replace(/"co2e": "\d/, (found) => `${found}9`) };
    const different = await cli("verify - --json", changed);
    expect(different).toMatchObject({ exit: EXIT.different, json: { result: "different", record_id: id } });

    expect((await cli(`delete purchase ${id} --json`)).json).toEqual({ deleted: true, id });
    expect(await cli(`get purchase ${id}`)).toMatchObject({ exit: EXIT.notFound, out: "" });
  });

  it("come from a file with exact numbers, once for each idempotency key, and not at all from a dry run", async () => {
    const name = newId();
    const file = join(folder, "purchase.json");
    await writeFile(file, `{"product_name": "${name}", "quantity": 12345678901234567890.123456789, "sector": "23.51"}`);
    const options = `${PURCHASE.replace("--product-name Cement ", "")} --unit-id ${unitId("EUR")} --file ${file}`;
    expect((await cli(`record purchase ${options} --dry-run --json`)).json).toMatchObject({ valid: true });
    const first = await cli(`record purchase ${options} --idempotency-key ${name} --json`);
    const second = await cli(`record purchase ${options} --idempotency-key ${name}`);
    expect(first.json).toMatchObject({ product_name: name, quantity: "12345678901234567890.123456789" });
    expect(second.out.trim()).toBe(first.json.id);
    expect((await cli(`list purchases --search ${name} --json`)).json).toHaveLength(1);
  });

  it("have totals and an inventory of the same digits as the API", async () => {
    const as = backend.caller("outsider");
    const range = "start_date=2025-01-01&end_date=2025-12-31";
    await until("the same totals twice", async () => {
      const { json } = await cli("totals --year 2025 --group-by category --json");
      const { text } = await backend.call("GET", `/v1/total-impacts?${range}&group_by=category`, { as });
      return text.includes(`"total_co2e":${json.total_co2e}`);
    });
    const inventory = await cli("inventory --year 2025 --json");
    const table = await cli("inventory --year 2025");
    expect(table.out).toContain(inventory.json.total_market_based);
    expect((await cli("inventory --year 2025 --format csv")).out.split("\n").length).toBeGreaterThan(5);
    expect((await cli("totals --start-date 2025-01-01 --end-date 2025-12-31")).out).toContain("total_co2e");
  });
});

const HEADER = "Planta;Residuo;Fecha inicio;Fecha fin;Cantidad (kg);Código LER;Código R/D;Unidad";
const wastes = async (...quantities: string[]): Promise<string> => {
  const rows = quantities.map((quantity) => `${facility};Papel;01/02/2025;28/02/2025;${quantity};15 01 01;R03;kg`);
  const path = join(folder, `${newId()}.csv`);
  await writeFile(path, [HEADER, ...rows].join("\r\n"));
  return path;
};
const LOCALES = "--template wastes --numeric-locale es_ES --date-locale es_ES";

describe("imports", () => {
  beforeAll(async () => {
    const made = await words(["record", "facility", "--name", facility, "--type", "factory", "--country", "ES"]);
    expect(made.exit).toBe(EXIT.ok);
  });

  it("stop with errors by row and column, and leave no session", async () => {
    const as = backend.caller("outsider");
    const file = await wastes("1.250,5", "mucho");
    const { exit, err, json } = await cli(`import ${file} ${LOCALES} --yes --json`);
    expect(exit).toBe(EXIT.rowsFailed);
    expect(err).toMatch(/^row 3, base_quantity: .+\(.+\)$/m);
    expect(json).toMatchObject({ total_rows: 2, valid_rows: 1, error_rows: 1, submitted: false, job: null });
    expect(json.errors).toMatchObject([{ row_number: 3, column: "base_quantity" }]);
    const { status } = await backend.call("GET", `/v2/imports/${json.import_id}/status`, { as });
    expect(status).toBe(404);
  });

  it("are submitted with --yes or after a question, and their job is watched", async () => {
    const file = await wastes("1.250,5");
    expect(await cli(`import ${file} ${LOCALES} --json`)).toMatchObject({ exit: EXIT.ok, json: { submitted: false } });
    const asked = await cli(`import ${file} ${LOCALES}`, { isTerminal: true, stdin: "no\n" });
    expect(asked).toMatchObject({ exit: EXIT.ok, out: expect.stringContaining("Nothing was submitted") });

    const { exit, json } = await cli(`import ${file} ${LOCALES} --yes --json`);
    expect(exit).toBe(EXIT.ok);
    expect(json).toMatchObject({ submitted: true, job: { job: { status: "completed", succeeded_items: 1 } } });
    const listed = await cli(`list wastes --file-id ${json.file_id} --json`);
    expect(listed.json).toMatchObject([{ base_quantity: "1250.5" }]);
    expect(await cli(`jobs watch ${json.job_id} --json`)).toMatchObject({ exit: EXIT.ok, json: { failed_items: [] } });
  });

  it("take constants and saved mappings, and refuse strictly what may be there already", async () => {
    const path = join(folder, `${newId()}.csv`);
    await writeFile(path, "Month;Consumption\n2025-03;100.5\n");
    const bills = ["import", path, "--template", "invoices", "--json"];
    const constants = { facility_id: facility, type: "water", unit_id: "m3", invoice_id: newId() };
    const fill = Object.entries(constants).flatMap(([key, value]) => ["--fill", `${key}=${value}`]);
    const first = await words([...bills, ...fill, "--yes"]);
    expect(first).toMatchObject({ exit: EXIT.ok, json: { submitted: true, duplicate_rows: 0, error_rows: 0 } });

    const { mapping, fill: filled } = first.json;
    expect([mapping.Consumption, filled.start_date.as]).toEqual(["base_quantity", "period_start"]);
    const saved = { name: `Water ${facility}`, template_id: "invoices", source_columns: ["Month", "Consumption"] };
    const created = await backend.call("POST", "/v2/imports/mappings", {
      as: backend.caller("outsider"),
      headers: { "idempotency-key": newId() },
      body: { ...saved, mapping, fill: filled },
    });
    expect([created.status, created.text]).toMatchObject([201, expect.anything()]);
    const again = await words([...bills, "--saved-mapping", saved.name.toUpperCase()]);
    expect(again).toMatchObject({ exit: EXIT.ok, json: { submitted: false, duplicate_rows: 1, mapping } });
    const strict = await words([...bills, "--saved-mapping", saved.name, "--strict", "--yes"]);
    expect(strict).toMatchObject({ exit: EXIT.rowsFailed, json: { submitted: false, error_rows: 1 } });
    expect(strict.json.errors).toMatchObject([{ code: "POSSIBLE_DUPLICATE" }]);
    expect((await words([...bills, "--saved-mapping", newId()])).exit).toBe(EXIT.notFound);
  });

  it("add readings of a meter by month, or not", async () => {
    const path = join(folder, `${newId()}.csv`);
    const hours = Array.from({ length: 48 }, (_, at) => `2025-01-0${1 + Math.floor(at / 24)} ${at % 24}:00;0.5`);
    await writeFile(path, ["Moment;Consumption (kWh)", ...hours].join("\n"));
    const readings = ["import", path, "--template", "invoices", "--json"];
    const fill = ["--fill", `facility_id=${facility}`, "--fill", "type=electricity"];
    const combined = await words([...readings, ...fill, "--marks", "start"]);
    expect(combined).toMatchObject({ exit: EXIT.ok, json: { valid_rows: 1, combine: { at: { marks: "start" } } } });
    const single = await words([...readings, ...fill, "--combine", "none"]);
    expect(single.json).toMatchObject({ combine: null, total_rows: 48 });
  });

  it("leave rows with errors out when they are told to, and still say so", async () => {
    const file = await wastes("7", "mucho");
    const { exit, json } = await cli(`import ${file} ${LOCALES} --yes --ignore-errors --json`);
    expect(exit).toBe(EXIT.rowsFailed);
    expect(json).toMatchObject({ submitted: true, error_rows: 1, job: { job: { succeeded_items: 1 } } });
  });
});

describe("a session", () => {
  const account = () => {
    const { email, password } = backend.users.find(
      ({ organization, role }) => organization === "outsider" && role === "editor",
    )!;
    const { EMISSIONS_URL, EMISSIONS_ORGANIZATION } = env;
    const [url, organization] = [EMISSIONS_URL!, EMISSIONS_ORGANIZATION!];
    return { email, password, organization, url, login: `login --url ${url} --organization ${organization}` };
  };

  it("is kept in a file of its owner alone, shown without secrets, and ended", async () => {
    const { email, password, organization, url, login } = account();
    const outside = { env: { XDG_CONFIG_HOME: folder }, stdin: `${password}\n` };
    const signedIn = await cli(`${login} --email ${email} --json`, outside);
    expect(signedIn).toMatchObject({ exit: EXIT.ok, json: { email, organization_id: organization } });
    const path = join(folder, "emissions", "session.json");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const { token } = JSON.parse(await readFile(path, "utf8"));
    const who = await cli("whoami --json", outside);
    expect(who.json).toMatchObject({ credential: "session", organization_id: organization, url });
    for (const text of [signedIn.out, signedIn.err, who.out])
      expect([text.includes(password), text.includes(token)]).toEqual([false, false]);

    const elsewhere = await cli("whoami --url https://elsewhere.example", outside);
    expect(elsewhere).toMatchObject({ exit: EXIT.signIn, err: expect.stringContaining("elsewhere.example") });
    await chmod(path, 0o644);
    expect(await cli("whoami", outside)).toMatchObject({
      exit: EXIT.signIn,
      err: expect.stringContaining("other users"),
    });
    await chmod(path, 0o600);
    expect(await cli("logout --json", outside)).toMatchObject({ exit: EXIT.ok, json: { signed_out: true } });
    expect((await cli("whoami", outside)).exit).toBe(EXIT.signIn);
    // The ended session is not among those of the next one.
    await cli(`${login} --email ${email}`, outside);
    const headers = { authorization: `Bearer ${JSON.parse(await readFile(path, "utf8")).token}` };
    expect((await backend.call("GET", "/v2/sessions", { headers })).json).toMatchObject([{ current: true }]);
  });

  it("asks for the password in a terminal without showing it, and refuses a wrong one", async () => {
    const { email, password, login } = account();
    const outside = { env: { XDG_CONFIG_HOME: folder }, isTerminal: true };
    const interrupted = await cli(`${login} --email ${email}`, { ...outside, stdin: "\u0003" });
    expect(interrupted).toMatchObject({ exit: EXIT.interrupted, out: "" });
    const right = await cli(`${login} --email ${email}`, { ...outside, stdin: `${password}\n` });
    expect(right).toMatchObject({ exit: EXIT.ok, err: `Password of ${email}: \n` });
    expect(right.out).not.toContain(password);
    const wrong = await cli(`${login} --email ${email} --json`, { env: outside.env, stdin: "not the password\n" });
    expect(wrong).toMatchObject({ exit: EXIT.signIn, out: "" });
    expect(wrong.err).not.toContain("not the password");
  });
});

describe("a failure", () => {
  it.each([
    ["an unknown command", "frobnicate"],
    ["an unknown kind", "list cars"],
    ["an unknown option", "totals --year 2025 --colour red"],
    ["a missing argument", "get purchase"],
    ["an argument too many", "whoami me"],
    ["an option twice", "totals --year 2025 --year 2024"],
    ["no days", "totals"],
    ["a file that is missing", "verify /nonexistent.json"],
    ["an import without a template", "import /nonexistent.csv"],
    ["a constant without a value", "import /nonexistent.csv --template wastes --fill unit_id"],
    ["two mappings", "import package.json --template wastes --fill unit_id=kg --saved-mapping Wastes"],
    ["an address without TLS", "totals --year 2025 --url http://emissions.example"],
    ["a limit of zero", "list purchases --limit 0"],
    ["a shell that is not known", "completion tcsh"],
  ])("of usage ends with 2: %s", async (_what, args) => {
    const { exit, out, err } = await cli(args);
    expect([exit, out]).toEqual([EXIT.usage, ""]);
    expect(err).toMatch(/^error: ./);
  });

  it("of the request ends with 1, and names the fields", async () => {
    const refused = await cli("record purchase --quantity=-1");
    expect([refused.exit, refused.out]).toEqual([EXIT.refused, ""]);
    expect(refused.err).toMatch(/^ {2}body\.quantity: /m);
    const inJson = await cli("record purchase --quantity=-1 --json");
    expect([inJson.exit, inJson.out]).toEqual([EXIT.refused, ""]);
    expect(JSON.parse(inJson.err).error).toMatchObject({
      status: expect.any(Number),
      exit_code: 1,
      errors: expect.any(Array),
    });
  });

  it("of the credential ends with 3, of an unknown id with 4, and of the connection with 5", async () => {
    const wrongKey = { env: { ...env, EMISSIONS_API_KEY: "no-key" } };
    expect((await cli("totals --year 2025", wrongKey)).exit).toBe(EXIT.signIn);
    expect((await cli("totals --year 2025", { env: { XDG_CONFIG_HOME: join(folder, "none") } })).exit).toBe(
      EXIT.signIn,
    );
    for (const args of ["get purchase", "explain purchase", "delete purchase", "jobs watch"])
      expect([args, (await cli(`${args} ${newId()}`)).exit]).toEqual([args, EXIT.notFound]);
    const port = await closedPort();
    const away = await cli("whoami --json", { env: { ...env, EMISSIONS_URL: `http://127.0.0.1:${port}` } });
    expect([away.exit, JSON.parse(away.err).error.code]).toEqual([EXIT.unreachable, "UNREACHABLE"]);
  });
});

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it("runs as a program, and completes words in bash", async () => {
  const bin = join(folder, "emissions-bin");
  await run("mkdir", [bin]);
  await symlink(BIN, join(bin, "emissions"));
  const path = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
  const { out } = await cli("completion bash");
  const script = `${out}
    COMP_WORDS=(emissions record purchase --expense-type "") COMP_CWORD=4; _emissions; echo "\${COMPREPLY[*]}"
    emissions get purchase ${newId()} --json; echo $?`;
  const { stdout, stderr } = await run("bash", ["--norc", "-c", script], { env: { ...env, PATH: path } });
  expect(stdout).toBe(`capex opex\n${EXIT.notFound}\n`);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: "NOT_FOUND", status: 404 } });
});
