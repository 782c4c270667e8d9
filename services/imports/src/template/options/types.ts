import type { Option } from "../template.ts";

export type OptionNames = Readonly<Record<string, Pick<Option, "labels" | "aliases">>>;
