// Formats all files and applies the safe fixes of the linter.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
execFileSync("biome", ["check", "--write", "."], { cwd: root, stdio: "inherit" });
execFileSync("buf", ["format", "--write"], { cwd: `${root}/proto`, stdio: "inherit" });
