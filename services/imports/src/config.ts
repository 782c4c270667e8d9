import { ServiceConfig } from "@emissions/kit/process/config";
import { z } from "zod";

const GIB = 1024 ** 3;

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(8104),
  /** URLs of the services whose rows name files. */
  ACTIVITY_URL: z.url({ protocol: /^https?$/ }),
  FACTORS_URL: z.url({ protocol: /^https?$/ }),
  /** Base URL of the gateway for clients; URLs of files begin with it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:8080"),
  /** Total bytes of finished files that one organization may store. */
  FILE_QUOTA_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(5 * GIB),
});
export type Config = z.output<typeof Config>;
