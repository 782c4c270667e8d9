// Writes the files that are generated from the gateway's routes and codes: docs/errors.md, openapi.json, routes.txt.
import { writeFileSync } from "node:fs";
import { generatedFiles } from "../services/gateway/src/docs/surface.ts";

for (const { path, text } of generatedFiles()) writeFileSync(path, text);
