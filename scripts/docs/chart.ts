// deploy/chart/README.md: a table of the values, made from values.yaml and its comments.
import { readFileSync } from "node:fs";
import { parse } from "yaml";

const CHART = new URL("../../deploy/chart/", import.meta.url);
export const CHART_README_PATH = new URL("README.md", CHART);
/** The first service stands for all of them. */
const FIRST = "services.gateway";
/** Values that are shown as a whole. */
const WHOLE = /\.(resources|labels|dns)$/;
const KEY = /^( *)(\w+):/;
const COMMENT = /^ *# ?(.*)/;
const INDENT = 2;

interface Resources {
  requests: Record<string, string>;
  limits: Record<string, string>;
}

/** The comment above each key, by its path. */
export function commentsOf(text: string): ReadonlyMap<string, string> {
  const comments = new Map<string, string>();
  const path: string[] = [];
  let lines: string[] = [];
  for (const line of text.split("\n")) {
    const [, comment] = COMMENT.exec(line) ?? [];
    if (comment !== undefined) {
      lines.push(comment);
      continue;
    }
    const [, indent = "", key] = KEY.exec(line) ?? [];
    if (key !== undefined) {
      path.splice(indent.length / INDENT, path.length, key);
      if (lines.length > 0) comments.set(path.join("."), lines.join(" "));
    }
    lines = [];
  }
  return comments;
}

interface Entry {
  path: string;
  /** Undefined for a group of values. */
  value?: unknown;
}

/** Groups and values in the order of the file. */
export function entriesOf(value: unknown, path = ""): Entry[] {
  const isLeaf = typeof value !== "object" || value === null || Array.isArray(value) || Object.keys(value).length === 0;
  if (isLeaf || WHOLE.test(path)) return [{ path, value }];
  const below = Object.entries(value).flatMap(([key, inner]) => {
    const inside = path === "" ? key : `${path}.${key}`;
    return path === "services" && inside !== FIRST ? [] : entriesOf(inner, inside);
  });
  return path === "" ? below : [{ path }, ...below];
}

const nameOf = (path: string) => `\`${path.replace(FIRST, "services.<name>")}\``;
const CODE = /(`[^`]*`)/;

/** Outside of code, Markdown takes `<` for HTML. */
const cell = (text: string) =>
  text
    .replaceAll("|", "\\|")
    .split(CODE)
    .map((part) => (CODE.test(part) ? part : part.replaceAll("<", "\\<")))
    .join("");

export function chartReadme(): string {
  const text = readFileSync(new URL("values.yaml", CHART), "utf8");
  const values = parse(text, { merge: true }) as { services: Record<string, { resources: Resources }> };
  const comments = commentsOf(text);
  const rows = entriesOf(values)
    .filter(({ path, value }) => value !== undefined || comments.has(path))
    .map(({ path, value }) => {
      const standard = value === undefined ? "" : `\`${cell(JSON.stringify(value))}\``;
      return `| ${nameOf(path)} | ${standard} | ${cell(comments.get(path) ?? "")} |`;
    });
  const services = Object.entries(values.services).map(
    ([name, { resources }]) =>
      `| ${name} | ${resources.requests.cpu} | ${resources.requests.memory} | ${resources.limits.memory} |`,
  );
  return [...HEAD, ...services, ...BEFORE_VALUES, ...rows, ""].join("\n");
}

const HEAD = [
  "# Chart of the Emissions Accounting Service",
  "",
  "<!-- Written by `npm run docs` from values.yaml. -->",
  "",
  "The six processes, `streams` and the migrations. [Kubernetes](../../docs/kubernetes.md) describes installation, secrets,",
  "upgrades, the way back, scaling and troubleshooting. Examples of values are in `examples`.",
  "",
  "```sh",
  "helm upgrade --install emissions deploy/chart --namespace emissions --values my-values.yaml",
  "```",
  "",
  "## Resources",
  "",
  "| Service | Processor requested | Memory requested | Limit of memory |",
  "|---|---|---|---|",
];

const BEFORE_VALUES = [
  "",
  "The requests come from [measurements](../../docs/size.md#memory-of-a-process). There is no limit of processor time.",
  "",
  "## Values",
  "",
  "A row without a default is a group. A row without a text belongs to its group.",
  "",
  "| Value | Default | Meaning |",
  "|---|---|---|",
];
