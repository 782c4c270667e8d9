import type { ServiceImpl } from "@connectrpc/connect";
import { isDay } from "@emissions/kit/checks";
import { invalid } from "@emissions/kit/errors";
import type { Selection, SelectionService } from "@emissions/proto/factors/v1/selection_service";
import type { Context } from "../context.ts";
import { type Asked, resolve } from "./resolve.ts";

const SELECTIONS_MAX = 500;

/** The library is the same for every organization and stands in memory: a batch costs one short statement. */
export const selectionHandlers = ({ catalogue }: Context): ServiceImpl<typeof SelectionService> => ({
  resolveFactors: async ({ selections }, call) => {
    if (selections.length > SELECTIONS_MAX) {
      const msg = `at most ${SELECTIONS_MAX} selections at once`;
      throw invalid([{ loc: ["selections"], msg, type: "value_error.list.max_items" }]);
    }
    const asked = selections.map(askedIn);
    const snapshot = await catalogue.current(call);
    return { resolutions: asked.map((each) => resolve(snapshot, each)) };
  },
});

function askedIn({ selector, unitId, referenceDate }: Selection, at: number): Asked {
  const place = ["selections", String(at)];
  const kind = selector?.kind;
  if (kind?.case === undefined) {
    throw invalid([{ loc: [...place, "selector"], msg: "field required", type: "value_error.missing" }]);
  }
  if (kind.case !== "spend" && kind.case !== "material") {
    throw invalid([{ loc: [...place, "selector"], msg: "not a selector that is served", type: "type_error.enum" }]);
  }
  if (!isDay(referenceDate)) {
    throw invalid([{ loc: [...place, "reference_date"], msg: "not a day of the calendar", type: "value_error.date" }]);
  }
  return { selector: kind, unitId, day: referenceDate };
}
