import type { ServiceImpl } from "@connectrpc/connect";
import { invalid } from "@emissions/kit/wire/errors";
import type { SelectionService } from "@emissions/proto/factors/v1/selection_service";
import type { Context } from "../context.ts";
import { askedIn } from "./asked.ts";
import { customReader } from "./custom/reader.ts";
import { resolve } from "./resolve.ts";

const SELECTIONS_MAX = 500;

/** The library is the same for every organization and stands in memory; custom factors are read in one go. */
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
      const asked = selections.map(askedIn);
      const [snapshot, find] = await Promise.all([catalogue.current(call), readCustom(call, asked)]);
      return { resolutions: asked.map((each) => resolve({ snapshot, find }, each)) };
    },
  };
};
