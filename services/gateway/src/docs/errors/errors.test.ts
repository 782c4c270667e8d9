import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { gateway } from "../../../test/gateway.ts";
import { publicCode } from "../../rest/codes.ts";
import { entriesOf, INTERNAL, otherCodes, refusals } from "./catalogue.ts";
import { VIOLATIONS } from "./violations.ts";

const root = fileURLToPath(new URL("../../../../../", import.meta.url));
const { app, routes } = await gateway();

/** Capitalized texts that are not codes: names of settings, and codes of Node and gRPC. */
const NO_CODES =
  /^(AUTH|OIDC|OAUTH|PRINCIPAL|STOP|OTEL|OPS|LOG|HPE|ERR|NOT_SERVING|PROCESS_|DATABASE_|API_)|_URL$|_MS$|_FILE$/;
const REFUSING = "invalid|unprocessable|conflict|busy|forbidden|exhausted|outOfRange|unauthenticated";

function codesIn(source: string): string[] {
  const literals = source.matchAll(/"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"/g);
  const raised = source.matchAll(new RegExp(`\\b(?:${REFUSING})\\(\\s*"([A-Z][A-Z0-9_]*)"`, "g"));
  return [...literals, ...raised].map(([, code]) => code!).filter((code) => !NO_CODES.test(code));
}

const isKnown = (code: string) =>
  code in INTERNAL ||
  entriesOf(code).length > 0 ||
  // Some codes are composed of a resource and a problem.
  refusals.some((refusal) => refusal.code.endsWith(`_${code}`));

/** No route reads tables yet. */
const files = globSync("{services/*,packages/{kit,quantity}}/src/**/*.ts", { cwd: root }).filter(
  (file) => !/\.(test|fixture)\.ts$|docs\/errors\/|imports\/src\/table\//.test(file),
);

/** The matches of `find` in the code that `knows` rejects. */
function unknownIn(find: (source: string) => string[], knows: (found: string) => boolean): string[] {
  return files.flatMap((file) =>
    find(readFileSync(`${root}${file}`, "utf8")).flatMap((one) => (knows(one) ? [] : [`${file}: ${one}`])),
  );
}

/** Internal: the gateway requests the pieces of a file by itself. */
const NEVER_TOLD = "value_error.position";

/** "`a.b`, `.c`" stands for `a.b` and `a.c`. */
function typesOf(shorthand: string): string[] {
  const [first = "", ...others] = shorthand.split(", ").map((type) => type.replaceAll("`", ""));
  return [first, ...others.map((last) => first.replace(/\.[^.]*$/, last))];
}

describe("the catalogue of codes", () => {
  it("has every code in the sources", () => {
    expect(files.length).toBeGreaterThan(100);
    expect(unknownIn(codesIn, isKnown)).toEqual([]);
  });

  it("has every type of violation in the sources", () => {
    const known = new Set([NEVER_TOLD, ...VIOLATIONS.flatMap(([types]) => typesOf(types))]);
    const named = (source: string) =>
      [...source.matchAll(/"((?:value|type)_error\.[a-z_.]+)"/g)].map(([, type]) => type!);
    expect(unknownIn(named, (type) => known.has(type))).toEqual([]);
  });

  it("has every code in `refuses` of a route", () => {
    const announced = routes.flatMap(({ spec }) => spec.refuses ?? []);
    expect(announced.filter((code) => entriesOf(code).length === 0)).toEqual([]);
  });

  it("names codes as clients get them", () => {
    expect(refusals.filter(({ code, status }) => publicCode(code, status) !== code)).toEqual([]);
  });

  it("has each code once in each list", () => {
    for (const list of [refusals, ...otherCodes]) {
      expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
    }
  });
});

describe("the pages of codes", () => {
  it("are at the URL in `type` of a problem", async () => {
    const problem = (await app.inject({ url: "/v2/facilities/no/such/address" })).json();
    const { pathname, hash } = new URL(problem.type);
    const page = await app.inject({ url: pathname });
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.body).toContain(`id="${hash.slice(1)}"`);
  });

  it("have one anchor for each code", async () => {
    const { body } = await app.inject({ url: "/errors" });
    const anchors = [...body.matchAll(/ id="([A-Z_0-9]+)"/g)].map(([, code]) => code);
    const codes = [...refusals, ...otherCodes.flat()].map(({ code }) => code);
    expect(anchors.sort()).toEqual([...new Set(codes)].sort());
  });

  it.each([...new Set([...refusals, ...otherCodes.flat()].map(({ code }) => code))])("explain %s", async (code) => {
    const { statusCode, body, headers } = await app.inject({ url: `/errors/${code}` });
    expect([statusCode, headers["content-security-policy"]]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ]);
    expect(body).toContain(`<h1>${code}</h1>`);
  });

  it("contain no script and load nothing", async () => {
    for (const url of ["/errors", "/errors/NOT_FOUND"]) {
      const { body, headers } = await app.inject({ url });
      expect(body).not.toMatch(/<script|<link|<img|https?:\/\/| on\w+=/);
      expect(headers["content-security-policy"]).not.toContain("script-src");
    }
  });

  it.each(["nothing", "not_found", "__proto__", "%3Cscript%3E"])("do not exist for %s", async (code) => {
    expect((await app.inject({ url: `/errors/${code}` })).statusCode).toBe(404);
  });
});
