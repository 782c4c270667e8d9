import { ServiceConfig } from "@emissions/kit/process/config";
import { z } from "zod";

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(8101),
  /** URL of the imports service, which stores evidence files. */
  IMPORTS_URL: z.url(),
  /** Base URL of the gateway for clients. File URLs begin with it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:8080"),
  /** `off` excludes figures under a share-alike licence. */
  CATALOGUE_SHARE_ALIKE: z.enum(["on", "off"]).default("on"),
  /** Base URL of a server with the HTTP interface of OSRM. Without it, distances by road are estimated. */
  DISTANCE_URL: z.url({ protocol: /^https?$/ }).optional(),
});
export type Config = z.output<typeof Config>;
