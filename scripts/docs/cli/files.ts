import { readFileSync } from "node:fs";
import { manual } from "../../../packages/cli/src/manual.ts";
import type { Document } from "../client/document.ts";
import { inputsOf } from "./inputs.ts";

const INPUTS_PATH = new URL("../../../packages/cli/src/gen/inputs.ts", import.meta.url).pathname;
const MANUAL_PATH = new URL("../../../docs/cli.md", import.meta.url).pathname;
/** The text above it is written by hand. */
const MARK = "<!-- The rest of this page is written by `npm run docs`. -->\n";

/** The generated files of the command line: the inputs of operations, and the reference of commands. */
export function cliFiles(document: Document): { path: string; text: string }[] {
  const lines = [...inputsOf(document)].map(([name, inputs]) => `  ${name}: ${JSON.stringify(inputs)},\n`);
  const inputs = [
    "// Generated from services/gateway/openapi.json with `npm run docs`.\n\n",
    'import type { Inputs } from "../field.ts";\n\n',
    `export const inputs: Readonly<Record<string, Inputs>> = {\n${lines.join("")}};\n`,
  ].join("");
  const [written = ""] = readFileSync(MANUAL_PATH, "utf8").split(MARK);
  return [
    { path: INPUTS_PATH, text: inputs },
    { path: MANUAL_PATH, text: `${written}${MARK}\n${manual()}` },
  ];
}
