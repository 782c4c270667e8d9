/** Exit codes of the program. Scripts depend on them: a code never changes its meaning. */
export const EXIT = {
  ok: 0,
  refused: 1,
  usage: 2,
  signIn: 3,
  notFound: 4,
  unreachable: 5,
  rowsFailed: 6,
  timedOut: 7,
  different: 8,
  fault: 70,
  interrupted: 130,
} as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** The meaning of each code, for the help and the manual. */
export const EXIT_MEANINGS: readonly (readonly [Exit, string])[] = [
  [EXIT.ok, "done"],
  [EXIT.refused, "the service refused the request"],
  [EXIT.usage, "a wrong command line, setting or local file"],
  [EXIT.signIn, "sign-in needed: no session or key, or it is not valid"],
  [EXIT.notFound, "the service has no such thing, or it belongs to another organization"],
  [EXIT.unreachable, "the service cannot be reached, or cannot answer now"],
  [EXIT.rowsFailed, "rows of the file, or items of the job, failed"],
  [EXIT.timedOut, "the job did not end within --timeout; it continues"],
  [EXIT.different, "the explanation gives another number"],
  [EXIT.fault, "an error of the program itself"],
  [EXIT.interrupted, "a question was interrupted"],
];

/** Ends the command with a message and an exit code. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly exit: Exit;
  /** For programs, such as `USAGE`. */
  readonly code: string;

  constructor(exit: Exit, message: string, code: string) {
    super(message);
    this.exit = exit;
    this.code = code;
  }
}

export const usageFailure = (message: string): Failure => new Failure(EXIT.usage, message, "USAGE");
