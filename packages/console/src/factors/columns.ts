import type { GroupFactor } from "@emissions/client/types";
import type { Column, Entries } from "../entry/body.ts";
import { named, type Say, type Word } from "../words/words.ts";

const NAME_LENGTH_MAX = 255;
const DESCRIPTION_LENGTH_MAX = 500;

export type Tag = GroupFactor["tag"];
export const TAGS: readonly Tag[] = ["simple", "advanced", "full"];
/** The gases of each tag, with the fields of their values. */
export const GASES = {
  simple: ["co2e"],
  advanced: ["co2", "ch4", "n2o"],
  full: ["co2e", "co2", "ch4", "n2o"],
} as const;
export type Gas = (typeof GASES)["full"][number];

const column = (key: string, label: string, given: Partial<Column> = {}): Column => ({
  key,
  label,
  description: "",
  type: "text",
  required: false,
  is_list: false,
  options: [],
  reference: null,
  options_source: null,
  ...given,
});

export const nameColumn = (say: Say): Column =>
  column("name", say("records.name"), { required: true, lengthMax: NAME_LENGTH_MAX });

export const descriptionColumn = (say: Say): Column =>
  column("description", say("factors.description"), { lengthMax: DESCRIPTION_LENGTH_MAX });

export const dayColumns = (say: Say): Column[] => [
  column("start_date", say("factors.firstDay"), { type: "date" }),
  column("end_date", say("factors.lastDay"), { type: "date" }),
];

/** A choice among values whose words begin with the group. */
export const choiceColumn = (key: string, { say, group, values, label, isList = false }: ChoiceOptions): Column =>
  column(key, say(label), {
    type: "option",
    required: !isList,
    is_list: isList,
    options: values.map((value) => ({ value, label: named(say, group, value) })),
  });

interface ChoiceOptions {
  say: Say;
  group: string;
  values: readonly string[];
  label: Word;
  isList?: boolean;
}

export const unitColumn = (say: Say): Column =>
  column("unit_id", say("factors.unit"), {
    type: "reference",
    reference: "unit",
    required: true,
    description: say("factors.unitHint"),
  });

export const tagColumn = (say: Say): Column =>
  choiceColumn("tag", { say, group: "tag", values: TAGS, label: "factors.tag" });

/** One field for the value of each gas of the tag. */
export const gasColumns = (say: Say, tag: Tag): Column[] =>
  GASES[tag].map((gas) => column(gas, say(`gas.${gas}`), { type: "number", required: true }));

export const biogenicColumn = (say: Say): Column => column("is_biogenic", say("factors.biogenic"), { type: "boolean" });

export const enabledColumn = (say: Say): Column => column("enabled", say("factors.enabled"), { type: "boolean" });

export const shareColumn = (say: Say): Column =>
  column("renewable_percentage", say("factors.renewable"), {
    type: "number",
    description: say("factors.renewableHint"),
  });

export const uncertaintyColumn = (say: Say): Column =>
  column("uncertainty_grade", say("factors.uncertainty"), { type: "number" });

/** The tag that a form has chosen; the simplest one at first. */
export const chosenTag = (entries: Entries): Tag => TAGS.find((tag) => tag === entries.tag?.text) ?? "simple";
