import type { Coverage, Outcome } from "./coverage.ts";

/** The change of one row of `record_counts`. */
export interface CountDelta {
  day: string;
  outcome: Outcome;
  marks: string;
  starting: number;
  ending: number;
}

/** Sums the changes of a batch, so that each row of the counts is written once. */
export class CountDeltas {
  readonly #rows = new Map<string, CountDelta>();

  add(coverage: Coverage): void {
    this.#apply(coverage, 1);
  }

  remove(coverage: Coverage): void {
    this.#apply(coverage, -1);
  }

  rows(): CountDelta[] {
    return [...this.#rows.values()].filter(({ starting, ending }) => starting !== 0 || ending !== 0);
  }

  #apply({ outcome, startDate, endDate, marks }: Coverage, sign: 1 | -1): void {
    this.#row(startDate, outcome, marks).starting += sign;
    this.#row(endDate, outcome, marks).ending += sign;
  }

  #row(day: string, outcome: Outcome, marks: string): CountDelta {
    const key = `${day}/${outcome}/${marks}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row = { day, outcome, marks, starting: 0, ending: 0 };
    this.#rows.set(key, row);
    return row;
  }
}
