import type { ServiceImpl } from "@connectrpc/connect";
import { invalid } from "@emissions/kit/wire/errors";
import type { SelectionService } from "@emissions/proto/factors/v1/selection_service";
import type { Context } from "../context.ts";
import { customReader } from "./custom/reader.ts";
import { parseSelection } from "./parse-selection.ts";
import { resolve } from "./resolve.ts";

const SELECTIONS_MAX = 500;

/** The library is in memory. One read per call loads all custom factors. */
export const selectionHandlers = ({
  catalogue,
  db,
}: Pick<Context, "db" | "catalogue">): ServiceImpl<typeof SelectionService> => {
  const readCustom = customReader(db);
  return {
    resolveFactors: async ({ selections }, call) => {
      if (selections.length > SELECTIONS_MAX) {
        const msg = `at most ${SELECTIONS_MAX} selections at once`;
        throw invalid([{ loc: ["selections"], msg, type: "value_error.list.max_items" }]);
      }
      const parsed = selections.map(parseSelection);
      const [snapshot, findCustom] = await Promise.all([catalogue.current(call), readCustom(call, parsed)]);
      return { resolutions: parsed.map((each) => resolve({ snapshot, findCustom }, each)) };
    },
  };
};
