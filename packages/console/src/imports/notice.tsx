import type { ImportError } from "@emissions/client/types";
import { useTexts } from "../state/context.ts";
import { isWord } from "../words/words.ts";

/** What the service tells about a column or a cell: the code in words, and its facts, which are in English. */
export function Told({ code, message }: ImportError) {
  const { say } = useTexts();
  const word = `told.${code}`;
  return (
    <div>
      {isWord(word) && `${say(word)}: `}
      <span lang="en">{message}</span>
    </div>
  );
}
