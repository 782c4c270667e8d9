import { ServiceConfig } from "@emissions/kit/process/config";
import { PORTS, serviceUrl } from "@emissions/kit/process/service-url";

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(PORTS.calc),
  FACTORS_URL: serviceUrl("factors"),
  /** Knows who owns projects and who was invited to them. */
  ACTIVITY_URL: serviceUrl("activity"),
});
