/** An entry of the catalogue of codes. Texts may mark code with backticks; they are shown as Markdown and as HTML. */
export interface Entry {
  code: string;
  meaning: string;
  /** The action that a client or its operator takes. */
  help: string;
}

export interface Refusal extends Entry {
  status: number;
}
