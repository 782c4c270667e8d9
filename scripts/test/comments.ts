import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Longer sentences are hard to read. */
const WORDS_MAX = 25;
/** Such a comment has no subject. */
const VAGUE = /^(What|Who|Whoever)\b(?!.*\?$)/;

export interface Comment {
  line: number;
  text: string;
}

interface Problem {
  line: number;
  problem: string;
}

/** The comments of a source file. Adjacent lines are one comment. */
export function commentsOf(source: string, marker: "//" | "--"): Comment[] {
  const comments: Comment[] = [];
  let open: Comment | null = null;
  let inBlock = false;
  for (const [at, line] of source.split("\n").entries()) {
    const trimmed = line.trim();
    const begin: string | null = inBlock ? trimmed : trimmed.startsWith("/*") ? trimmed.replace(/^\/\*+/, "") : null;
    if (marker === "//" && begin !== null) {
      if (!inBlock) open = { line: at + 1, text: "" };
      inBlock = !begin.includes("*/");
      open!.text += ` ${begin
        .replace(/\*\/.*/, "")
        .replace(/^\*/, "")
        .trim()}`;
      if (inBlock) continue;
      comments.push(open!);
      open = null;
    } else if (trimmed.startsWith(`${marker} `)) {
      open ??= { line: at + 1, text: "" };
      open.text += ` ${trimmed.slice(marker.length).trim()}`;
    } else {
      if (open !== null) comments.push(open);
      open = null;
      const trailing = line.match(marker === "//" ? /[;,{}()] +\/\/ (.*)$/ : /[,;(] +-- (.*)$/);
      if (trailing) comments.push({ line: at + 1, text: trailing[1]! });
    }
  }
  if (open !== null) comments.push(open);
  return comments.map(({ line, text }) => ({ line, text: text.trim() }));
}

/** The problems of a comment. */
export function problemsOf({ line, text }: Comment): Problem[] {
  if (/^(biome-ignore|@ts-|@type|@param|eslint)/.test(text)) return [];
  const long = text
    .replaceAll(/`[^`]*`/g, "code")
    .split(/(?<=[.!?:;])\s+/)
    .filter((sentence) => sentence.split(/\s+/).length > WORDS_MAX);
  return [
    ...(VAGUE.test(text) ? [{ line, problem: `begins with "${text.split(" ", 1)[0]}"` }] : []),
    ...long.map((sentence) => ({
      line,
      problem: `${sentence.split(/\s+/).length} words: ${sentence.slice(0, 60)}...`,
    })),
  ];
}

/** Merged migrations are never edited. */
const EXCLUDED = /(^|\/)migrations\//;
const MARKERS = { ts: "//", mjs: "//", js: "//", proto: "//", sql: "--" } as const;

/** One line for each problem, in the whole repository or in some folders. */
export function checkComments(root: string, folders: readonly string[] = []): string[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--", ...folders], {
    cwd: root,
    encoding: "utf8",
  });
  return listed.split("\n").flatMap((file) => {
    const marker = MARKERS[file.split(".").at(-1) as keyof typeof MARKERS];
    if (marker === undefined || EXCLUDED.test(file)) return [];
    const found = commentsOf(readFileSync(join(root, file), "utf8"), marker).flatMap(problemsOf);
    return found.map(({ line, problem }) => `${file}:${line}: ${problem}`);
  });
}

if (import.meta.main) {
  const problems = checkComments(process.cwd(), process.argv.slice(2));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
