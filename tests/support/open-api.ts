import { readFileSync } from "node:fs";
import type { Json } from "./id-fields.ts";

const COMMITTED = new URL("../../services/gateway/openapi.json", import.meta.url);

/** The committed description of the API. */
export const openApi: Json = JSON.parse(readFileSync(COMMITTED, "utf8"));
