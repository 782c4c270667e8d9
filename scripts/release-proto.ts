// Notes the present protos as released: from now on `npm test` refuses a change that breaks who was built against them.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./start/settings.ts";

copyFileSync(join(ROOT, "proto", "gen", "image.binpb"), join(ROOT, "proto", "released.binpb"));
console.log("proto/released.binpb is the present state; commit it");
