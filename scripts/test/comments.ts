// Finds comments with long sentences or without a subject: `node scripts/test/comments.ts [<folder>...]`
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";

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
  // Types of JavaScript files are comments.
  if (/^@(type|param)\b/.test(text)) return [];
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

/** Merged migrations are never edited. The others hold no source of this project. */
const EXCLUDED: ReadonlySet<string> = new Set(["migrations", "node_modules", "gen", ".git", ".local"]);
const MARKERS: Readonly<Record<string, "//" | "--">> = {
  ".ts": "//",
  ".mjs": "//",
  ".js": "//",
  ".proto": "//",
  ".sql": "--",
};

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !EXCLUDED.has(name));
  return names.sort().flatMap((name) => filesBelow(join(path, name)));
}

/** One line for each problem in the files of some folders. */
export function checkComments(folders: readonly string[]): string[] {
  return folders.flatMap(filesBelow).flatMap((file) => {
    const marker = MARKERS[extname(file)];
    if (marker === undefined) return [];
    const found = commentsOf(readFileSync(file, "utf8"), marker).flatMap(problemsOf);
    return found.map(({ line, problem }) => `${file}:${line}: ${problem}`);
  });
}

if (import.meta.main) {
  const folders = process.argv.slice(2);
  const problems = checkComments(folders.length > 0 ? folders : ["."]);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
