import { ServiceConfig } from "@emissions/kit/config";
import { z } from "zod";

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(8101),
  /** Off leaves out figures whose licence asks that works made with them be shared alike. */
  CATALOGUE_SHARE_ALIKE: z.enum(["on", "off"]).default("on"),
});
export type Config = z.output<typeof Config>;
