// Writes the generated files: docs/errors.md, docs/roles.md, openapi.json and routes.txt from the routes and error codes
// of the gateway, and docs/stand-ins.md from the catalogue.
import { writeFileSync } from "node:fs";
import { generatedFiles } from "../services/gateway/src/docs/surface.ts";
import { STAND_INS_PATH, standInsDocument } from "./docs/stand-ins.ts";

for (const { path, text } of generatedFiles()) writeFileSync(path, text);
writeFileSync(STAND_INS_PATH, standInsDocument());
