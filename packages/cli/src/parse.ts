import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Argument, type Call, type Command, kindOf, optionsOf } from "./command.ts";
import { usageFailure } from "./exit.ts";
import type { Kind } from "./kinds.ts";
import { COMMON, type Option, type Options } from "./options.ts";

export interface Parsed extends Omit<Call, "io"> {
  /** Undefined for a command line without a command. */
  command: Command | undefined;
  wantsHelp: boolean;
  wantsVersion: boolean;
}

/** Options before the command, too. */
const TOP: readonly Option[] = [...COMMON, { name: "version", about: "Shows the version of the program." }];

const configOf = (options: readonly Option[]): NonNullable<ParseArgsConfig["options"]> =>
  Object.fromEntries(
    options.map(({ name, value }) => [name, { type: value === undefined ? "boolean" : "string", multiple: true }]),
  );

/** Names of options in the API's snake case mean the same. */
const normalized = (argument: string): string =>
  argument.replace(/^--[^=]+/, (name) => `--${name.slice(2).replaceAll("_", "-")}`);

/** Whether a command line asks for JSON, even one that cannot be parsed. */
export const asksForJson = (argv: readonly string[]): boolean => argv.includes("--json");

/** Parses a command line. Throws a Failure with exit code 2 for one that is not valid. */
export function parse(argv: readonly string[], commands: readonly Command[]): Parsed {
  const end = argv.indexOf("--");
  const texts = argv.map((argument, at) => (end === -1 || at < end ? normalized(argument) : argument));
  const { positionals, values } = parseArgs({ args: texts, strict: false, options: configOf(TOP) });
  const command = commandOf(positionals, commands);
  const wantsHelp = values.help !== undefined;
  const wantsVersion = values.version !== undefined;
  if (command === undefined) {
    const isBare = positionals.length === 0;
    if (!isBare) throw usageFailure(`There is no command "${positionals.join(" ")}"`);
    const { options } = strictly(texts, TOP);
    return { command, args: {}, kind: undefined, options, wantsHelp, wantsVersion, isJson: options.json === true };
  }
  const words = command.name.split(" ").length;
  const isOfKind = command.arguments?.[0]?.name === "kind";
  const kindText = isOfKind ? positionals[words] : undefined;
  const kind = kindText === undefined ? undefined : kindOf(kindText);
  if (wantsHelp) return { command, args: {}, kind, options: {}, wantsHelp, wantsVersion, isJson: false };
  if (kindText !== undefined) checkChoice(command.arguments![0]!, kind?.name ?? kindText);
  const { options, rest } = strictly(texts, optionsOf(command, kind));
  for (const { name, required } of optionsOf(command, kind))
    if (required && options[name] === undefined) throw usageFailure(`--${name} is missing`);
  const args = argumentsOf(command, rest.slice(words), kind);
  return { command, args, kind, options, wantsHelp, wantsVersion, isJson: options.json === true };
}

/** The command with the most words. */
function commandOf(words: readonly string[], commands: readonly Command[]): Command | undefined {
  const matches = commands.filter(({ name }) => name.split(" ").every((word, at) => word === words[at]));
  return matches.toSorted((a, b) => b.name.length - a.name.length)[0];
}

function strictly(texts: string[], options: readonly Option[]): { options: Options; rest: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: texts, allowPositionals: true, options: configOf(options) });
    return {
      options: Object.fromEntries(options.map((option) => [option.name, once(option, values)])),
      rest: positionals,
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageFailure(error.message);
  }
}

/** The value of an option. One that cannot be repeated is refused if it is. */
function once({ name, many, choices }: Option, values: Readonly<Record<string, unknown>>): Options[string] {
  const given = values[name] as (string | boolean)[] | undefined;
  if (given === undefined || many) return given;
  if (given.length > 1) throw usageFailure(`--${name} is given ${given.length} times`);
  const [value] = given;
  if (choices && !choices.includes(String(value)))
    throw usageFailure(`--${name} is "${value}", not one of ${choices.join(", ")}`);
  return value;
}

function argumentsOf(command: Command, given: readonly string[], kind: Kind | undefined): Record<string, string> {
  const wanted = command.arguments ?? [];
  if (given.length > wanted.length) throw usageFailure(`"${given[wanted.length]}" is one argument too many`);
  const found: Record<string, string> = {};
  for (const [at, argument] of wanted.entries()) {
    const text = given[at];
    // An id of dots would lead to another address.
    if (text === undefined || ["", ".", ".."].includes(text)) throw usageFailure(`<${argument.name}> is missing`);
    const value = argument.name === "kind" && kind ? kind.name : text;
    checkChoice(argument, value);
    found[argument.name] = value;
  }
  return found;
}

function checkChoice({ name, choices }: Argument, value: string): void {
  if (choices && !choices.includes(value))
    throw usageFailure(`<${name}> is "${value}", not one of ${choices.join(", ")}`);
}
