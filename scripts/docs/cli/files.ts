import { readFileSync } from "node:fs";
import type { Document } from "../client/document.ts";
import { inputsOf } from "./inputs.ts";

const INPUTS_PATH = new URL("../../../packages/cli/src/gen/inputs.ts", import.meta.url).pathname;
const MANUAL_PATH = new URL("../../../docs/cli.md", import.meta.url).pathname;
/** The text above it is written by hand. */
const MARK = "<!-- The rest of this page is written by `npm run docs`. -->\n";

interface GeneratedFile {
  path: string;
  text: string;
}

/** The inputs of the operations that the command line calls. */
export function cliInputs(document: Document): GeneratedFile {
  const lines = [...inputsOf(document)].map(([name, inputs]) => `  ${name}: ${JSON.stringify(inputs)},\n`);
  const text = [
    "// Generated from services/gateway/openapi.json with `npm run docs`.\n\n",
    'import type { Inputs } from "../field.ts";\n\n',
    `export const inputs: Readonly<Record<string, Inputs>> = {\n${lines.join("")}};\n`,
  ].join("");
  return { path: INPUTS_PATH, text };
}

/** The manual with the reference of all commands. The file of `cliInputs` must be up to date before. */
export async function cliManual(): Promise<GeneratedFile> {
  // The commands read the inputs when they are imported.
  const { manual } = await import("../../../packages/cli/src/manual.ts");
  const [written = ""] = readFileSync(MANUAL_PATH, "utf8").split(MARK);
  return { path: MANUAL_PATH, text: `${written}${MARK}\n${manual()}` };
}
