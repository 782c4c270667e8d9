// Writes docs/errors.md from the catalogue of codes that the gateway serves.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { errorsDocument } from "../services/gateway/src/docs/errors/markdown.ts";

writeFileSync(fileURLToPath(new URL("../docs/errors.md", import.meta.url)), errorsDocument());
