import { type Command, optionsOf } from "./command.ts";
import { EXIT, EXIT_MEANINGS } from "./exit.ts";
import type { Kind } from "./kinds.ts";
import type { Option } from "./options.ts";

/** The environment of the program. */
export const VARIABLES: readonly (readonly [string, string])[] = [
  ["EMISSIONS_API_KEY", "Key of the organization, instead of a session. It comes before a session."],
  ["EMISSIONS_URL", "Address of the service. Only this machine is reached without https."],
  ["EMISSIONS_ORGANIZATION", "Id of the organization."],
  ["XDG_CONFIG_HOME", "Folder of settings, by default ~/.config. The session is in emissions/session.json, mode 0600."],
  ["NO_COLOR", "Any text turns colours off. Outside of a terminal there are none."],
];

/** Codes that every request to the service can end with. */
export const REQUEST_EXITS = [EXIT.refused, EXIT.signIn, EXIT.unreachable];

const PAD = 2;
/** A longer name has its text on the next line. */
const NAMES_MAX = 30;

/** Rows of a name and its text. */
export function rows(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.min(NAMES_MAX, Math.max(0, ...pairs.map(([name]) => name.length)));
  const indent = " ".repeat(width + 2 * PAD);
  return pairs
    .map(([name, text]) => {
      const head = `${" ".repeat(PAD)}${name.padEnd(width)}`;
      return name.length > width ? `${head}\n${indent}${text}` : `${head}${" ".repeat(PAD)}${text}`;
    })
    .join("\n");
}

export const usageOf = ({ name, arguments: args = [] }: Command): string =>
  ["emissions", name, ...args.map((argument) => `<${argument.name}>`), "[options]"].join(" ");

export const signatureOf = ({ name, value }: Option): string => (value ? `--${name} <${value}>` : `--${name}`);

/** The text of an option, with its choices. */
export function aboutOf({ about, choices, suggestions, many, required }: Option): string {
  const notes = [
    ...(required ? ["required"] : []),
    ...(many ? ["repeatable"] : []),
    ...(choices || suggestions ? [(choices ?? suggestions)!.join(", ")] : []),
  ];
  return notes.length === 0 ? about : `${about} (${notes.join("; ")})`.trim();
}

/** The help of a command, and of a kind of record if it is known. */
export function helpOf(command: Command, kind: Kind | undefined): string {
  const { about, details = [], arguments: args = [], examples } = command;
  const usage = kind ? usageOf(command).replace("<kind>", kind.name) : usageOf(command);
  const named = args.filter(({ name }) => name !== "kind" || kind === undefined);
  const options = optionsOf(command, kind).map((option) => [signatureOf(option), aboutOf(option)] as const);
  const hint = command.optionsOf && !kind ? ["Each kind has further options: add it before --help."] : [];
  return [
    `Usage: ${usage}`,
    "",
    [about, ...details, ...hint].join("\n"),
    ...(named.length > 0
      ? [
          "",
          "Arguments:",
          rows(
            named.map((one) => [
              `<${one.name}>`,
              one.choices ? `${one.about} One of ${one.choices.join(", ")}.` : one.about,
            ]),
          ),
        ]
      : []),
    "",
    "Options:",
    rows(options),
    "",
    "Examples:",
    ...examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

/** The help of the program. */
export const programHelp = (commands: readonly Command[]): string =>
  [
    "Usage: emissions <command> [options]",
    "",
    "The command line of the Emissions Accounting Service.",
    "",
    "Commands:",
    rows(commands.map(({ name, about }) => [name, about])),
    "",
    "Environment:",
    rows(VARIABLES),
    "",
    "Exit codes:",
    rows(EXIT_MEANINGS.map(([code, meaning]) => [String(code), meaning])),
    "",
    'Every command has its own help: "emissions record --help".',
    "",
  ].join("\n");
