import { PROBLEMS_MAX } from "./limits.ts";

/** Why a file is refused. Everything is checked before the first refusal, so one run names all problems. */
export class Problems {
  readonly #texts: string[] = [];
  #count = 0;

  add(text: string): void {
    this.#count++;
    if (this.#texts.length < PROBLEMS_MAX) this.#texts.push(text);
  }

  /** Throws if there is any problem. */
  refuse(): void {
    if (this.#count === 0) return;
    const more = this.#count - this.#texts.length;
    const lines = more > 0 ? [...this.#texts, `and ${more} more`] : this.#texts;
    throw new Error(`The file is refused, and nothing is stored:\n${lines.map((line) => `- ${line}`).join("\n")}`);
  }
}
