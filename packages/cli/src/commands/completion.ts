import type { Command } from "../command.ts";
import { SCRIPTS } from "../complete.ts";
import { EXIT } from "../exit.ts";
import { print } from "../io.ts";
import { printJson } from "../output.ts";

export const completion: Command = {
  name: "completion",
  about: "Writes the completion script of a shell.",
  arguments: [{ name: "shell", about: "Name of the shell.", choices: Object.keys(SCRIPTS) }],
  examples: [
    "source <(emissions completion bash)",
    "source <(emissions completion zsh)",
    "emissions completion fish | source",
  ],
  exits: [],
  run: async ({ io, args, isJson }) => {
    const script = SCRIPTS[args.shell as keyof typeof SCRIPTS];
    await (isJson ? printJson(io, { shell: args.shell, script }) : print(io.stdout, script));
    return EXIT.ok;
  },
};
