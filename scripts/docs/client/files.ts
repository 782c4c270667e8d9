import { answerShapes, decimalShapes } from "./decimals.ts";
import type { Document } from "./document.ts";
import { operationsType, operationTable } from "./operations.ts";
import { resourceTable } from "./resources.ts";
import { declarationOf } from "./types.ts";

const HEAD = "// Generated from services/gateway/openapi.json with `npm run docs`.\n";
export const DESCRIPTION = new URL("../../../services/gateway/openapi.json", import.meta.url);
const FOLDER = new URL("../../../packages/client/src/gen/", import.meta.url);
const DECIMAL = `/** An exact decimal number as text, such as "12.5", without an exponent. */
export type Decimal = string;
`;

/** The generated files of the client package. */
export function clientFiles(document: Document): { path: string; text: string }[] {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => declarationOf(name, schema));
  const files = {
    "types.ts": [DECIMAL, ...schemas, operationsType(document)],
    "operations.ts": [
      `import type { Operation } from "../operation.ts";\nimport type { Operations } from "./types.ts";\n`,
      operationTable(document),
    ],
    "resources.ts": [
      `import type { Resource } from "../resource.ts";\n\nexport type { Resource };\n`,
      resourceTable(document),
    ],
    "decimals.ts": [
      `import type { Shape } from "../operation.ts";\n`,
      `export const shapes: Shapes = ${inJson(decimalShapes(document))};\n`,
      `export const answers: Shapes = ${inJson(answerShapes(document))};\n`,
      "type Shapes = Readonly<Record<string, Shape>>;\n",
    ],
  };
  return Object.entries(files).map(([name, parts]) => ({
    path: new URL(name, FOLDER).pathname,
    text: [HEAD, ...parts].join("\n"),
  }));
}

/** One line for each entry. */
const inJson = (shapes: ReadonlyMap<string, unknown>): string =>
  `{\n${[...shapes].map(([name, shape]) => `  ${name}: ${JSON.stringify(shape)},\n`).join("")}}`;
