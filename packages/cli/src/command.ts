import type { Exit } from "./exit.ts";
import type { Io } from "./io.ts";
import { KINDS, type Kind } from "./kinds.ts";
import { COMMON, type Option, type Options } from "./options.ts";

export interface Argument {
  name: string;
  about: string;
  choices?: readonly string[];
}

/** A command, declared once: parsing, help, completion and manual follow from it. */
export interface Command {
  /** Such as "jobs watch". */
  name: string;
  about: string;
  /** Sentences of the help below `about`. */
  details?: readonly string[];
  /** All are required. */
  arguments?: readonly Argument[];
  options?: readonly Option[];
  /** Options that depend on the kind of record, which is then the first argument. */
  optionsOf?(kind: Kind): readonly Option[];
  examples: readonly string[];
  /** Codes besides 0, 2 and those of every request. */
  exits?: readonly Exit[];
  run(call: Call): Promise<Exit>;
}

/** A parsed command line. */
export interface Call {
  /** By name. */
  args: Readonly<Record<string, string>>;
  /** The kind that the first argument names. */
  kind: Kind | undefined;
  options: Options;
  isJson: boolean;
  io: Io;
}

export const KIND: Argument = {
  name: "kind",
  about: "Kind of record, singular or plural.",
  choices: KINDS.map(({ name }) => name),
};
export const EXPLAINED_KIND: Argument = {
  ...KIND,
  choices: KINDS.filter(({ explain }) => explain !== undefined).map(({ name }) => name),
};

const pluralOf = (name: string): string => (name.endsWith("y") ? `${name.slice(0, -1)}ies` : `${name}s`);

/** The kind with a name, in singular or plural, with dashes or underscores. */
export function kindOf(text: string): Kind | undefined {
  const wanted = text.replaceAll("_", "-");
  return KINDS.find(({ name }) => name === wanted || pluralOf(name) === wanted);
}

/** All options of a command, those of every command last. */
export const optionsOf = (command: Command, kind: Kind | undefined): Option[] => [
  ...(command.options ?? []),
  ...(kind && command.optionsOf ? command.optionsOf(kind) : []),
  ...COMMON,
];
