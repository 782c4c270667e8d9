// Writes the files generated from the routes and error codes of the gateway: docs/errors.md, openapi.json, routes.txt.
import { writeFileSync } from "node:fs";
import { generatedFiles } from "../services/gateway/src/docs/surface.ts";

for (const { path, text } of generatedFiles()) writeFileSync(path, text);
