/** Longest line of SQL where a break is possible. */
const WIDTH = 116;
const QUOTED = /('(?:[^']|'')*'|"[^"]*")/;

/** The text with what is outside of quotes changed. */
const outsideQuotes = (text: string, change: (part: string) => string): string =>
  text
    .split(QUOTED)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join("");

/** SQL as Postgres prints it, in the way that people write it. Postgres reads the same from both. */
export function plain(text: string): string {
  const lower = outsideQuotes(text, (part) => part.toLowerCase().replaceAll("timestamp with time zone", "timestamptz"));
  return lower
    .replace(/('(?:[^']|'')*')::text\b(?!\[)/g, "$1")
    .replace(/(?<![\w'])(\d+(?:\.\d+)?)::numeric\b/g, "$1")
    .replace(/ = any \(array\[([^\]]*)\]\)/g, " in ($1)")
    .replace(/ <> all \(array\[([^\]]*)\]\)/g, " not in ($1)")
    .replaceAll("( select ", "(select ")
    .replace(/\(select (\w+\(\)) as \w+\)/g, "(select $1)")
    .replace(/\((\(select \w+\(\)\))\)/g, "$1")
    .replace(/ using btree /g, " ")
    .replace(/ for each (row|statement) (when|execute)/g, "\n  for each $1 $2");
}

/** Breaks long lines before a word outside of quotes. Further lines are indented by two more spaces. */
export function wrap(text: string): string {
  return text.split("\n").map(wrapLine).join("\n");
}

function wrapLine(line: string): string {
  const indent = `${/^ */.exec(line)![0]}  `;
  const lines: string[] = [];
  let current = "";
  for (const word of wordsOf(line)) {
    if (current.trim() !== "" && `${current}${word}`.trimEnd().length > WIDTH) {
      lines.push(current.trimEnd());
      current = indent;
    }
    current += word;
  }
  return [...lines, current.trimEnd()].join("\n");
}

/** Each with the spaces behind it. Spaces within quotes are no ends. */
const wordsOf = (line: string): string[] => line.match(/^ +|(?:'(?:[^']|'')*'|"[^"]*"|[^\s'"])+\s*|./g) ?? [];
