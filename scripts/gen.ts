// Generates the protobuf code, the image that reflection and `buf breaking` read, the built console, and the description
// of the API that the gateway serves. `node scripts/gen.ts protos`, `console` or `description` makes only that part.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  consoleDigest,
  consoleStamp,
  descriptionDigest,
  descriptionStamp,
  protoDigest,
  protoStamp,
  writeStamp,
} from "./stamp.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [part] = process.argv.slice(2);
const makers = { protos: makeProtos, console: buildConsole, description: describeApi };
for (const [name, make] of Object.entries(makers)) if (part === undefined || part === name) make();

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

function describeApi() {
  const digest = descriptionDigest(root);
  execFileSync(process.execPath, [`${root}/packages/api-docs/src/build.ts`], { stdio: "inherit" });
  writeStamp(descriptionStamp(root), digest);
}
