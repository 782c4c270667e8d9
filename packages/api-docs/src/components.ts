import { isDeepStrictEqual } from "node:util";

export type Schema = Record<string, unknown>;

/** The named schemas of the document. Generated clients have a type for each. */
export class Components {
  readonly schemas: Record<string, Schema> = {};

  /**
   * Adds a schema under the first of the names that no other schema has, and returns a reference to it. Of the same
   * schema the first description stays.
   */
  add(name: string, schema: Schema, ...otherNames: string[]): Schema {
    const known = this.schemas[name];
    if (known === undefined) this.schemas[name] = schema;
    else if (!isDeepStrictEqual(shapeOf(known), shapeOf(schema))) {
      const [next, ...rest] = otherNames;
      if (next === undefined) throw new Error(`Two schemas are named ${name}`);
      return this.add(next, schema, ...rest);
    }
    return refTo(name);
  }

  /** The same, but a schema that is known under another name keeps that name. */
  addOnce(name: string, schema: Schema): Schema {
    const known = Object.entries(this.schemas).find(([, other]) => isDeepStrictEqual(shapeOf(other), shapeOf(schema)));
    return known === undefined ? this.add(name, schema) : refTo(known[0]);
  }
}

export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const shapeOf = ({ examples: _examples, description: _description, ...shape }: Schema) => shape;
