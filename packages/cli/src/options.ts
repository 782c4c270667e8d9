/** An option of a command. Names are in kebab case. */
export interface Option {
  name: string;
  /** The name of its value in the help. Absent for a flag. */
  value?: string;
  about: string;
  choices?: readonly string[];
  /** Values for help and completion. The service may know others, so they are not checked. */
  suggestions?: readonly string[];
  /** Whether it can be given several times. */
  many?: boolean;
  required?: boolean;
}

/** The options of a command line, by name. */
export type Options = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** The text of an option that is given once at most. */
export function textOf(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

export const flagOf = (options: Options, name: string): boolean => options[name] === true;

/** Options of every command. */
export const COMMON: readonly Option[] = [
  { name: "json", about: "Writes JSON, and nothing else, to the standard output. Decimals are texts." },
  { name: "url", value: "address", about: "Address of the service. Default: EMISSIONS_URL, or that of the session." },
  {
    name: "organization",
    value: "id",
    about: "Organization to work in. Default: EMISSIONS_ORGANIZATION, or that of the session.",
  },
  { name: "help", about: "Shows the help of the command." },
];
