import { ServiceConfig } from "@emissions/kit/process/config";
import { z } from "zod";

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(8102),
  FACTORS_URL: z.url({ protocol: /^https?$/ }),
  /** URL of the calc service, which calculates records before they are stored. */
  CALC_URL: z.url({ protocol: /^https?$/ }),
  /** URL of the imports service, which stores the files that records name. */
  IMPORTS_URL: z.url({ protocol: /^https?$/ }),
  /** Part of the hash of every API key. A change makes all keys invalid. */
  API_KEY_PEPPER: z.string().min(32),
  /** Seconds without a result before a sweep republishes a record. */
  OVERDUE_S: z.coerce.number().int().min(1).default(30),
});
export type Config = z.output<typeof Config>;
