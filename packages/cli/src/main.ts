import { commands } from "./commands.ts";
import { COMPLETE, complete } from "./complete.ts";
import { EXIT, type Exit } from "./exit.ts";
import { helpOf, programHelp } from "./help.ts";
import { type Io, print } from "./io.ts";
import { asksForJson, parse } from "./parse.ts";
import { report } from "./report.ts";

/** As in package.json. */
export const VERSION = "1.0.0";

/** Runs a command line and returns its exit code. Results go to the standard output, all else to the error output. */
export async function main(argv: readonly string[], io: Io): Promise<Exit> {
  try {
    if (argv[0] === COMPLETE) {
      await print(
        io.stdout,
        complete(argv.slice(1), commands)
          .map((each) => `${each}\n`)
          .join(""),
      );
      return EXIT.ok;
    }
    const { command, wantsHelp, wantsVersion, ...call } = parse(argv, commands);
    if (wantsVersion) await print(io.stdout, `${VERSION}\n`);
    else if (wantsHelp) await print(io.stdout, command ? helpOf(command, call.kind) : programHelp(commands));
    else if (command) return await command.run({ ...call, io });
    else {
      await print(io.stderr, programHelp(commands));
      return EXIT.usage;
    }
    return EXIT.ok;
  } catch (error) {
    return report(io, error, asksForJson(argv));
  }
}
