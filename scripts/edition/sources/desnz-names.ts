import type { FlatItem } from "./desnz-flat-file.ts";

/** The publisher writes one treatment of waste in two ways, and changed it in 2025 and 2026. The name stays. */
const SAME_WORDS: Record<string, string> = { Combustion: "Incineration with Energy Recovery" };

/** Beginnings of names by the second level, without its "WTT- ". */
const PREFIXES: readonly [RegExp, string][] = [
  [/^cars \(/, "Car: "],
  [/^vans$/, "Van: "],
  [/^motorbike$/, "Motorbike: "],
  [/^hgvs? (\(all diesel\)|\(non-refrigerated)/, "HGV: "],
  [/^hgvs? \(?refrigerated/, "Refrigerated HGV: "],
  [/^freight flights$/, "Air freight: "],
  [/^flights$/, "Flight: "],
  [/^(bus|cargo ship|ferry|rail|sea tanker)$/, ""],
  [/^taxis$/, "Taxi: "],
  [/^hotel stay$/, "Hotel stay, "],
  [
    /^(distribution - district heat & steam|district heat & steam distribution)$/,
    "Distribution of district heat and steam, ",
  ],
];

const SUFFIXES: Record<string, string> = {
  "UK electricity for EVs": ", electricity of the UK grid",
  "UK electricity T&D for EVs": ", losses of the UK grid",
};

const REFRIGERANTS = "Refrigerant & other";
const HOMEWORKING = "Homeworking";

/** The name of a factor in the catalogue: its published words, with the kind of vehicle before them. */
export function nameOf({ levels, columnText, uom }: FlatItem): string {
  const [one, two, three, four] = levels;
  // A footnote mark is no part of a name.
  if (one === REFRIGERANTS) return three.replace(/\*$/, "");
  if (one === HOMEWORKING) return two;
  const words = [three, four, SAME_WORDS[columnText] ?? columnText].filter(Boolean).join(", ");
  const netCalorificValue = uom === "kWh (Net CV)" ? ", net calorific value" : "";
  return prefixOf(two) + words + netCalorificValue + (SUFFIXES[one] ?? "");
}

function prefixOf(levelTwo: string): string {
  const plain = levelTwo.replace(/^WTT- /, "").toLowerCase();
  const prefix = PREFIXES.find(([pattern]) => pattern.test(plain))?.[1];
  if (prefix !== "") return prefix ?? "";
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}: `;
}

/** The first two levels. The publisher writes "WTT- fuels" and "T&D- UK electricity"; the catalogue parts the first. */
export function groupOf({ levels: [one, two] }: FlatItem): string {
  if (one === HOMEWORKING) return one;
  return `${parted(one)} > ${two.startsWith("T&D-") ? two : parted(two)}`;
}

const parted = (level: string) => level.replace(/(?<! )- /g, " - ");
