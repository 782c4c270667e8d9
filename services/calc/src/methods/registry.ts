import type { Selector } from "@emissions/proto/factors/v1/selection_service";
import { activityFactor } from "./activity-factor/rules.ts";
import { averageData } from "./average-data/rules.ts";
import type { Method } from "./method.ts";
import { spendBased } from "./spend/rules.ts";
import { supplierSpecific } from "./supplier-specific/rules.ts";

type Kind = NonNullable<Selector["kind"]["case"]>;

/** How an activity is calculated follows from how its factor is looked up. A new method is a folder and a line here. */
const methods: Readonly<Record<Kind, Method>> = {
  spend: spendBased,
  material: averageData,
  waste: activityFactor,
  library: activityFactor,
  customRecord: supplierSpecific,
  customGroup: supplierSpecific,
};

/** Undefined for a selector of a kind that this version does not know: it arrives without one. */
export const methodOf = ({ selector }: { selector: Selector | undefined }): Method | undefined =>
  selector?.kind.case === undefined ? undefined : methods[selector.kind.case];
