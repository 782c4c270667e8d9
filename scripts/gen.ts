// Generates the protobuf code and the image that reflection and `buf breaking` read.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { protoDigest, protoStamp, writeStamp } from "./stamp.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
// Computed before the run: a change while buf runs leads to another generation.
const digest = protoDigest(root);

buf("generate");
buf("build", "-o", "gen/image.binpb");
writeStamp(protoStamp(root), digest);

function buf(...args: string[]) {
  execFileSync("buf", args, { cwd: `${root}/proto`, stdio: "inherit" });
}
