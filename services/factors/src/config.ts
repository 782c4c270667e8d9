import { ServiceConfig } from "@emissions/kit/process/config";
import { PORTS, PublicUrl, serviceUrl } from "@emissions/kit/process/service-url";
import { variable } from "@emissions/kit/process/variable";
import { z } from "zod";

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(PORTS.factors),
  /** It stores evidence files. */
  IMPORTS_URL: serviceUrl("imports"),
  PUBLIC_URL: PublicUrl,
  CATALOGUE_SHARE_ALIKE: variable(z.enum(["on", "off"]).default("on"), {
    meaning: "`off` leaves out figures under share-alike licences",
  }),
  DISTANCE_URL: variable(z.url({ protocol: /^https?$/ }).optional(), {
    meaning: "server with the HTTP interface of OSRM, asked for distances by road; without it they are estimated",
  }),
});
export type Config = z.output<typeof Config>;
