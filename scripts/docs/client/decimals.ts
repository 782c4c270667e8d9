import type { Shape } from "../../../packages/client/src/operation.ts";
import { answerOf, type Document, dryAnswerOf, endpointsOf, nameOf, type Schema } from "./document.ts";

/** Roots besides the answers of operations. */
const EVENTS = ["IngestJobFinished"];

/** The components that answers and events contain and that contain decimals, with the places of these. */
export function decimalShapes(document: Document): Map<string, Shape> {
  const all = allShapes(document);
  const used = new Set<string>();
  const use = (shape: Shape | undefined) => {
    if (typeof shape === "string" && !used.has(shape)) {
      used.add(shape);
      use(all.get(shape));
    } else if (typeof shape === "object") for (const part of Object.values(shape)) use(part);
  };
  for (const shape of answerShapes(document).values()) use(shape);
  for (const name of EVENTS) if (all.has(name)) use(name);
  return new Map([...all].filter(([name]) => used.has(name)));
}

function allShapes({ components }: Document): Map<string, Shape> {
  const named = new Map(Object.entries(components.schemas));
  // Components may contain themselves, so those with decimals are found first.
  const containing = new Set<string>();
  for (let before = -1; before < containing.size; ) {
    before = containing.size;
    for (const [name, schema] of named) if (shapeOf(schema, containing) !== undefined) containing.add(name);
  }
  return new Map([...containing].toSorted().map((name) => [name, shapeOf(named.get(name)!, containing)!]));
}

/** The shape of the answer of each operation that answers decimals. */
export function answerShapes(document: Document): Map<string, Shape> {
  const known = new Set(allShapes(document).keys());
  const shapes = endpointsOf(document).flatMap(({ operation }): [string, Shape][] => {
    const answers = [answerOf(operation), dryAnswerOf(document, operation)];
    const shape = merged(answers.map((schema) => schema && shapeOf(schema, known)));
    return shape === undefined ? [] : [[operation.operationId, shape]];
  });
  return new Map(shapes);
}

function shapeOf(schema: Schema, containing: ReadonlySet<string>): Shape | undefined {
  if (schema.$ref !== undefined) return containing.has(nameOf(schema.$ref)) ? nameOf(schema.$ref) : undefined;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return merged(choices.map((choice) => shapeOf(choice, containing)));
  if (schema.format === "decimal") return 1;
  if (schema.items !== undefined) return shapeOf(schema.items, containing);
  const { additionalProperties: others } = schema;
  const parts = [
    ...Object.entries(schema.properties ?? {}).map(([name, part]) => [name, shapeOf(part, containing)] as const),
    ...(typeof others === "object" ? [["*", shapeOf(others, containing)] as const] : []),
  ].filter(([, shape]) => shape !== undefined);
  return parts.length === 0 ? undefined : (Object.fromEntries(parts) as Shape);
}

/** The shape of a value with several choices. */
function merged(shapes: readonly (Shape | undefined)[]): Shape | undefined {
  const known = shapes.filter((shape) => shape !== undefined);
  const different = [...new Map(known.map((shape) => [JSON.stringify(shape), shape])).values()];
  return different.length > 1 ? different : different[0];
}
