import type { Selector } from "@emissions/proto/factors/v1/selection_service";
import { averageData } from "./average-data/rules.ts";
import type { Method } from "./method.ts";
import { spendBased } from "./spend/rules.ts";

type Kind = NonNullable<Selector["kind"]["case"]>;

/** How an activity is calculated follows from how its factor is looked up. A new method is a folder and a line here. */
const methods: Readonly<Partial<Record<Kind, Method>>> = {
  spend: spendBased,
  material: averageData,
};

/** Undefined for a selector that this version does not know. */
export const methodOf = (selector: Selector | undefined): Method | undefined =>
  selector?.kind.case === undefined ? undefined : methods[selector.kind.case];
