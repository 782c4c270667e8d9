/** What is told of a code. Texts may name code in backticks; they are shown as Markdown and as HTML. */
export interface Entry {
  code: string;
  meaning: string;
  /** What a client, or whoever runs it, does about it. */
  help: string;
}

export interface Refusal extends Entry {
  status: number;
}
