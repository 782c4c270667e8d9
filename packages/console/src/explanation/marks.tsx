import { useTexts } from "../state/context.ts";
import { isWord } from "../words/words.ts";
import type { Fitness } from "./read.ts";

/** The marks of a figure that fits less well. Nothing is shown for one that fits. */
export function Marks({ fitness }: { fitness: Fitness }) {
  const { say } = useTexts();
  const marks = Object.entries(fitness).flatMap(([mark, value]) => {
    const word = `mark.${mark}`;
    if (!isWord(word) || value === false || value === 0 || value === null) return [];
    return [typeof value === "number" ? say("explain.years", { mark: say(word), years: value }) : say(word)];
  });
  if (marks.length === 0) return null;
  return (
    <>
      <h3>{say("explain.marks")}</h3>
      <ul>
        {marks.map((mark) => (
          <li key={mark}>{mark}</li>
        ))}
      </ul>
    </>
  );
}
