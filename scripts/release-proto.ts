// Stores the current protos as released. From now on `npm test` rejects changes that break their clients.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./start/settings.ts";

copyFileSync(join(ROOT, "proto", "gen", "image.binpb"), join(ROOT, "proto", "released.binpb"));
console.log("proto/released.binpb is the present state; commit it");
