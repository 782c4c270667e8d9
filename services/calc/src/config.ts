import { ServiceConfig } from "@emissions/kit/config";
import { z } from "zod";

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(8103),
  FACTORS_URL: z.url(),
});
