import { z } from "zod";

/** The description of a variable. `npm run docs` writes docs/configuration.md from it. */
export interface About {
  /** A sentence without its end. */
  meaning: string;
  /** The accepted values in words, where the schema cannot say them. */
  range?: string;
  /** The default in words, where the schema cannot say it. */
  standard?: string;
  /** The variable follows from others where it is absent, so most installations never set it. */
  follows?: {
    /** The value in words. */
    rule: string;
    /** Undefined if the others do not lead to a value. Without this function, the reader of the variable knows the rule. */
    from?(set: NodeJS.ProcessEnv): string | undefined;
    /** The row of the page that several variables share. */
    row?: string;
  };
  /** The next release ignores the variable. The text says what holds instead, or what to use. */
  instead?: string;
}

/** Descriptions of variables, by their schemas. */
const descriptions = z.registry<About>();

/** A schema with its description. It is a copy, because several variables share a schema such as that of secrets. */
export function variable<S extends z.ZodType>(schema: S, about: About): S {
  const copy = schema.clone() as S;
  descriptions.add(copy, about);
  return copy;
}

/** Also of a schema that `.default()` or `.optional()` has made of a described one. */
export function aboutOf(schema: z.ZodType): About | undefined {
  const about = descriptions.get(schema);
  if (about !== undefined) return about;
  const isWrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional;
  return isWrapped ? aboutOf(schema.unwrap() as z.ZodType) : undefined;
}

const describedIn = (schema: z.ZodObject) =>
  Object.entries(schema.shape).map(([name, field]) => ({ name, about: aboutOf(field as z.ZodType) }));

/** Values of the variables that are absent and follow from those that are set. */
export function derivedFrom(schema: z.ZodObject, set: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const absent = describedIn(schema).filter(({ name }) => set[name] === undefined);
  return Object.fromEntries(absent.map(({ name, about }) => [name, about?.follows?.from?.(set)]));
}

/** The variables that are set and that the next release ignores. */
export function leavingIn(schema: z.ZodObject, set: NodeJS.ProcessEnv): { variable: string; instead: string }[] {
  return describedIn(schema).flatMap(({ name, about }) =>
    about?.instead !== undefined && set[name] ? [{ variable: name, instead: about.instead }] : [],
  );
}
