import { type Command, optionsOf } from "./command.ts";
import { commands } from "./commands.ts";
import { EXIT, EXIT_MEANINGS } from "./exit.ts";
import { aboutOf, REQUEST_EXITS, signatureOf, usageOf, VARIABLES } from "./help.ts";
import { KINDS } from "./kinds.ts";
import { COMMON, type Option } from "./options.ts";

const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...lines].map((line) => `| ${line.map(cell).join(" | ")} |`).join("\n");

const cell = (text: string): string => text.replaceAll("|", "\\|");
const code = (text: string): string => `\`${text}\``;
const optionTable = (options: readonly Option[]): string =>
  table(
    ["Option", "Meaning"],
    options.map((option) => [code(signatureOf(option)), aboutOf(option)]),
  );

/** The reference of all commands, in Markdown. */
export const manual = (): string =>
  [
    "## Environment\n",
    table(
      ["Variable", "Meaning"],
      VARIABLES.map(([name, meaning]) => [code(name), meaning]),
    ),
    "\n## Exit codes\n",
    table(
      ["Code", "Meaning"],
      EXIT_MEANINGS.map(([exit, meaning]) => [String(exit), meaning]),
    ),
    "\n## Kinds of records\n",
    "Commands take the singular or the plural of a kind.\n",
    table(
      ["Kind", "Explained"],
      KINDS.map(({ name, explain }) => [code(name), explain ? "yes" : "no"]),
    ),
    "\n## Options of every command\n",
    optionTable(COMMON),
    ...commands.map(sectionOf),
    "",
  ].join("\n");

function sectionOf(command: Command): string {
  const own = optionsOf(command, undefined).filter((option) => !COMMON.includes(option));
  // Kinds have a section of their own.
  const choices = (command.arguments ?? []).filter(({ name, choices }) => choices && name !== "kind");
  const exits = [EXIT.ok, EXIT.usage, ...(command.exits ?? REQUEST_EXITS)].toSorted((a, b) => a - b);
  return [
    `\n## emissions ${command.name}\n`,
    `${[command.about, ...(command.details ?? [])].join(" ")}\n`,
    ...choices.map((one) => `${code(`<${one.name}>`)} is one of ${one.choices!.map(code).join(", ")}.\n`),
    `${code(usageOf(command))}, exit codes ${exits.join(", ")}.\n`,
    ...(own.length > 0 ? [`${optionTable(own)}\n`] : []),
    "```sh",
    ...command.examples,
    "```",
  ].join("\n");
}
