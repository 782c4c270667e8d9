import { ServiceConfig } from "@emissions/kit/process/config";
import { z } from "zod";

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(8102),
  FACTORS_URL: z.url({ protocol: /^https?$/ }),
  /** Goes into the hash of every API key; another one makes all keys invalid. */
  API_KEY_PEPPER: z.string().min(32),
  /** How long a record or a job waits for results before it is looked after. */
  OVERDUE_S: z.coerce.number().int().min(1).default(30),
});
export type Config = z.output<typeof Config>;
