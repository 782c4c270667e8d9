import type { Command } from "./command.ts";
import { completion } from "./commands/completion.ts";
import { explain, verify } from "./commands/explain.ts";
import { importFile } from "./commands/import.ts";
import { jobsWatch } from "./commands/jobs.ts";
import { login } from "./commands/login.ts";
import { get, list, record, remove } from "./commands/records.ts";
import { logout, whoami } from "./commands/session.ts";
import { inventory, totals } from "./commands/statements.ts";

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  login,
  logout,
  whoami,
  record,
  list,
  get,
  remove,
  importFile,
  jobsWatch,
  totals,
  inventory,
  explain,
  verify,
  completion,
];
