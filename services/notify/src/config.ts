import { ServiceConfig } from "@emissions/kit/config";
import type { z } from "zod";

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(8105),
});
export type Config = z.output<typeof Config>;
