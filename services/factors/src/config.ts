import { ServiceConfig } from "@emissions/kit/process/config";
import { z } from "zod";

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(8101),
  /** The service that keeps the files which records name as evidence. */
  IMPORTS_URL: z.url(),
  /** Where clients reach the gateway: addresses of files begin with it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:8080"),
  /** Off leaves out figures whose licence asks that works made with them be shared alike. */
  CATALOGUE_SHARE_ALIKE: z.enum(["on", "off"]).default("on"),
});
export type Config = z.output<typeof Config>;
