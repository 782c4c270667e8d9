import { ServiceConfig } from "@emissions/kit/process/config";
import { z } from "zod";

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(8103),
  FACTORS_URL: z.url(),
  /** Knows who owns projects and who was invited to them. */
  ACTIVITY_URL: z.url({ protocol: /^https?$/ }),
});
