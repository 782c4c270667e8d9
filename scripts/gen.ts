// Generates the protobuf code, the image that reflection and `buf breaking` read, and the built console.
// `node scripts/gen.ts protos` and `node scripts/gen.ts console` make only that part.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { consoleDigest, consoleStamp, protoDigest, protoStamp, writeStamp } from "./stamp.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [part] = process.argv.slice(2);
if (part !== "console") makeProtos();
if (part !== "protos") buildConsole();

function makeProtos() {
  // Computed before the run: a change while buf runs leads to another generation.
  const digest = protoDigest(root);
  buf("generate");
  buf("build", "-o", "gen/image.binpb");
  writeStamp(protoStamp(root), digest);
}

function buf(...args: string[]) {
  execFileSync("buf", args, { cwd: `${root}/proto`, stdio: "inherit" });
}

function buildConsole() {
  const digest = consoleDigest(root);
  execFileSync(process.execPath, [`${root}/packages/console/build.ts`], { stdio: "inherit" });
  writeStamp(consoleStamp(root), digest);
}
