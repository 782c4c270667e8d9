import { type Command, kindOf, optionsOf } from "./command.ts";
import { COMMON } from "./options.ts";

/** The hidden command that the scripts of the shells call with the words of the line. */
export const COMPLETE = "__complete";

/** The words that can stand in place of the last one, which may be empty. None where a file is expected. */
export function complete(words: readonly string[], commands: readonly Command[]): string[] {
  const current = words.at(-1) ?? "";
  return candidates(words.slice(0, -1), current, commands)
    .filter((candidate) => candidate.startsWith(current))
    .toSorted();
}

function candidates(before: readonly string[], current: string, commands: readonly Command[]): string[] {
  const plain = before.filter((word) => !word.startsWith("-"));
  const command = commands.find(({ name }) => name.split(" ").every((word, at) => word === plain[at]));
  if (command === undefined) {
    if (current.startsWith("-")) return [...COMMON.map(({ name }) => `--${name}`), "--version"];
    const next = commands.map(({ name }) => name.split(" "));
    const fitting = next.filter((name) => plain.every((word, at) => word === name[at]));
    return [...new Set(fitting.flatMap((name) => name[plain.length] ?? []))];
  }
  const isOfKind = command.arguments?.[0]?.name === "kind";
  const words = command.name.split(" ").length;
  const options = optionsOf(command, isOfKind ? kindOf(plain[words] ?? "") : undefined);
  const previous = options.find(({ name }) => `--${name}` === before.at(-1)?.replaceAll("_", "-"));
  if (previous?.value !== undefined) return [...(previous.choices ?? previous.suggestions ?? [])];
  if (current.startsWith("-")) return options.map(({ name }) => `--${name}`);
  return [...(command.arguments?.[positionOf(before, options) - words]?.choices ?? [])];
}

/** The number of words that are no options and no values of options. */
function positionOf(before: readonly string[], options: ReturnType<typeof optionsOf>): number {
  const valued = new Set(options.filter(({ value }) => value !== undefined).map(({ name }) => `--${name}`));
  return before.filter((word, at) => !word.startsWith("-") && !valued.has(before[at - 1] ?? "")).length;
}

/** Scripts for shells. `emissions` must be on the path. */
export const SCRIPTS = {
  bash: `_emissions() {
  local IFS=$'\\n'
  COMPREPLY=($(emissions ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _emissions emissions
`,
  zsh: `#compdef emissions
_emissions() {
  local -a found
  found=("\${(@f)$(emissions ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[*]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
compdef _emissions emissions
`,
  fish: `function __emissions_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (emissions ${COMPLETE} $words[2..-1] 2>/dev/null)
  if count $found >/dev/null
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c emissions -f -a '(__emissions_complete)'
`,
} as const;
