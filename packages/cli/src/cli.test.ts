import { Readable, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { optionsOf } from "./command.ts";
import { commands } from "./commands.ts";
import { checkedUrl } from "./connection.ts";
import { parseJson } from "./fields.ts";
import { coloured, type Io, inLine } from "./io.ts";
import { KINDS } from "./kinds.ts";
import { main } from "./main.ts";

/** Runs a command line that needs no service. */
async function run(args: readonly string[], input = "", env: Io["env"] = {}, isTTY = false) {
  const [out, err]: [string[], string[]] = [[], []];
  const to = (lines: string[]) => {
    const write = (chunk: Buffer, _encoding: string, done: () => void) => {
      lines.push(String(chunk));
      done();
    };
    return Object.assign(new Writable({ write }), { isTTY });
  };
  const io: Io = { env, home: "/nonexistent", stdin: Readable.from([input]), stdout: to(out), stderr: to(err) };
  return { exit: await main(args, io), out: out.join(""), err: err.join("") };
}

/** 3 kg times 2, in one part. */
const EXPLANATION = `{"record_id": "1", "status": "calculated", "co2e": 6, "biogenic_co2": null, "gwp_set": null,
  "input": {"start_date": "2025-01-01", "end_date": "2025-01-01", "quantity": {"value": 3}, "recycled_share": null, "further": []},
  "impacts": [{"part": "purchase", "start_date": "2025-01-01", "end_date": "2025-01-01", "co2e": 6, "beside": false}],
  "parts": [], "conversions": [], "factor": {"values": {"co2e": 2}},
  "formula": "quantity * factor", "formula_with_numbers": "3 * 2 = 6"}`;

describe("verify", () => {
  it("says equal, with colours only in a terminal without NO_COLOR", async () => {
    expect(await run(["verify", "-"], EXPLANATION)).toEqual({ exit: 0, out: "equal\n", err: "" });
    expect((await run(["verify", "-"], EXPLANATION, {}, true)).out).toBe("\u001b[32mequal\u001b[0m\n");
    expect((await run(["verify", "-"], EXPLANATION, { NO_COLOR: "1" }, true)).out).toBe("equal\n");
    expect((await run(["verify", "-"], EXPLANATION, { TERM: "dumb" }, true)).out).toBe("equal\n");
  });

  it.each([
    ["the emissions", '"co2e": 6, "biogenic_co2"', '"co2e": 6.000000000001, "biogenic_co2"'],
    ["the factor", '"values": {"co2e": 2}', '"values": {"co2e": 2.00000000000000000001}'],
    ["the quantity", '"value": 3', '"value": 3.1'],
    ["the formula", "3 * 2 = 6", "3 * 3 = 6"],
  ])("finds another digit in %s, with exit code 8", async (_what, from, to) => {
    const { exit, out } = await run(["verify", "-", "--json"], EXPLANATION.replace(from, to));
    expect([exit, JSON.parse(out).result]).toEqual([8, "different"]);
  });

  it.each(["", "{}", "[]", "1", "null", '{"impacts": [], "parts": [], "status": "calculated"}'])(
    "refuses %s, which is no explanation, with exit code 2",
    async (text) => {
      expect(await run(["verify", "-"], text)).toMatchObject({ exit: 2, out: "" });
    },
  );
});

it("has no two options of one name in a command", () => {
  for (const command of commands)
    for (const kind of [undefined, ...KINDS]) {
      const names = optionsOf(command, kind).map(({ name }) => name);
      expect([command.name, kind?.name, names.length]).toEqual([command.name, kind?.name, new Set(names).size]);
    }
});

it("keeps the digits of JSON numbers, and leaves short ones as they are", () => {
  const text = '{"a": 12345678901234567890.5, "b": 12.50, "c": 0.000001, "d": 3, "e": [0.12345678901234567]}';
  expect(parseJson(text, "-")).toEqual({
    a: "12345678901234567890.5",
    b: 12.5,
    c: 0.000001,
    d: 3,
    e: ["0.12345678901234567"],
  });
});

it("sends a password over TLS or to this machine only", () => {
  for (const url of ["https://emissions.example/", "http://127.0.0.1:8080", "http://localhost", "http://[::1]:1"])
    expect(checkedUrl(url)).toBe(url.replace(/\/$/, ""));
  for (const url of [
    "http://emissions.example",
    "ftp://a",
    "https://u:p@a.example",
    "localhost:1",
    "http://127.0.0.1.evil.example",
  ])
    expect(() => checkedUrl(url)).toThrow();
});

it("removes what a terminal would obey from texts of the service", () => {
  expect(inLine("a\u001b[31mb\nc\u009b2Jd\u202ee")).toBe("a [31mb c 2Jd e");
  const stdout = Object.assign(new Writable(), { isTTY: true });
  const io = { env: { NO_COLOR: "" }, stdout } as unknown as Io;
  expect(coloured(io, stdout, "red", "x")).toBe("\u001b[31mx\u001b[0m");
});

it.each([
  ["", "record"],
  ["jo", "jobs"],
  ["jobs ", "watch"],
  ["list pur", "purchase"],
  ["record purchase --exp", "--expense-type"],
  ["record purchase --expense-type ", "capex"],
  ["explain vehicle-c", "vehicle-consumption"],
  ["totals --group-by ca", "category"],
  ["completion ", "fish"],
])("completes %j with %s", async (line, word) => {
  const { exit, out } = await run(["__complete", ...line.split(" ")]);
  expect([exit, out.split("\n").includes(word)]).toEqual([0, true]);
});
