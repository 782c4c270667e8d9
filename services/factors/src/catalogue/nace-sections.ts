import type { Edition } from "./sector.ts";

/** First and last division of each section. The letters from K on differ between the editions. */
const SECTIONS = {
  nace_rev2:
    "A01-03 B05-09 C10-33 D35-35 E36-39 F41-43 G45-47 H49-53 I55-56 J58-63 K64-66 L68-68 M69-75 N77-82 O84-84 P85-85 Q86-88 R90-93 S94-96 T97-98 U99-99",
  nace_rev2_1:
    "A01-03 B05-09 C10-33 D35-35 E36-39 F41-43 G46-47 H49-53 I55-56 J58-60 K61-63 L64-66 M68-68 N69-75 O77-82 P84-84 Q85-85 R86-88 S90-93 T94-96 U97-98 V99-99",
} as const;
const EDITIONS = ["nace_rev2", "nace_rev2_1"] as const;

const LETTER = /^([A-V])[\s.-]?(\d\d?)/i;

/** The only edition in which the division of a code has the letter before it: "K61.20" is of Rev. 2.1. */
export function editionOfLetter(code: string): Edition | null {
  const [, letter, digits] = LETTER.exec(code) ?? [];
  if (letter === undefined) return null;
  const division = /^.[\s.-]?\d\./.test(code) ? `0${digits}` : digits!;
  const editions = EDITIONS.filter((edition) =>
    SECTIONS[edition].split(" ").some((section) => {
      const [first, last] = section.slice(1).split("-") as [string, string];
      return section.startsWith(letter.toUpperCase()) && first <= division && division <= last;
    }),
  );
  return editions.length === 1 ? editions[0]! : null;
}
