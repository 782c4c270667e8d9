import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DOCS = join(ROOT, "docs");
const README_LINES_MAX = 120;
const README_BYTES_MAX = 8 * 1024;
const PICTURE_BYTES_MAX = 120 * 1024;
/** Links outside of code. */
const LINK = /(?<!`)\]\(([^)\s]+)\)/g;
const FENCE = /^( *)```.*?^\1```$/gms;

const pages = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "deploy/README.md"].map((name) => join(ROOT, name)),
  ...readdirSync(DOCS, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(DOCS, name)),
];

const textOf = (page: string) => readFileSync(page, "utf8").replaceAll(FENCE, "");
const linksOf = (page: string) => [...textOf(page).matchAll(LINK)].map(([, link]) => link!);

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

function anchorsOf(page: string): string[] {
  const text = textOf(page);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!)];
}

function isBroken(page: string, link: string): boolean {
  if (/^(https?|mailto):/.test(link)) return false;
  const [path = "", anchor = ""] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!existsSync(target)) return true;
  return anchor !== "" && !anchorsOf(target).includes(anchor);
}

describe("the pages", () => {
  it("link only files and headings that exist", () => {
    const links = pages.flatMap((page) => linksOf(page).map((link) => ({ page, link })));
    expect(links.length).toBeGreaterThan(300);
    const broken = links.filter(({ page, link }) => isBroken(page, link));
    expect(broken.map(({ page, link }) => `${relative(ROOT, page)}: ${link}`)).toEqual([]);
  });

  it("of docs/ are all in its index", () => {
    const linked = linksOf(join(DOCS, "README.md")).map((link) => join(DOCS, link));
    const present = readdirSync(DOCS).filter((name) => name.endsWith(".md") && name !== "README.md");
    expect(present.filter((name) => !linked.includes(join(DOCS, name)))).toEqual([]);
  });

  it.each(["runbooks", "adr"])("of docs/%s are below a folder that the index links", (folder) => {
    const linked = linksOf(join(DOCS, "README.md"));
    expect(linked.some((link) => link.startsWith(`${folder}/`))).toBe(true);
  });

  it("begin with a README of one look, whose picture is small", () => {
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    expect(readme.split("\n").length - 1).toBeLessThanOrEqual(README_LINES_MAX);
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(README_BYTES_MAX);
    expect(statSync(join(DOCS, "console.png")).size).toBeLessThanOrEqual(PICTURE_BYTES_MAX);
  });
});
