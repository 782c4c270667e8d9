import { ServiceConfig } from "@emissions/kit/process/config";
import { SealingKeys } from "@emissions/kit/process/sealing";
import { SecretList } from "@emissions/kit/process/secrets";
import { PORTS, serviceUrl } from "@emissions/kit/process/service-url";
import { variable } from "@emissions/kit/process/variable";
import { z } from "zod";
import { KEY_KINDS } from "./access/keys.ts";

export const GroupConfig = z.object({
  GROUP_API_KEYS_MAX: variable(z.coerce.number().int().min(1).max(100_000).default(500), {
    meaning: "active API keys of a group, besides those of each organization; commands of an operator need it, too",
  }),
  // A principal names at most 200.
  GROUP_ORGANIZATIONS_MAX: variable(z.coerce.number().int().min(0).max(200).default(200), {
    meaning: "organizations below the top of a group; commands of an operator need it, too",
  }),
});

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(PORTS.activity),
  FACTORS_URL: serviceUrl("factors"),
  /** It calculates records before they are stored. */
  CALC_URL: serviceUrl("calc"),
  /** It stores the files that records name. */
  IMPORTS_URL: serviceUrl("imports"),
  API_KEY_PEPPER: variable(SecretList, {
    meaning: "part of the hash of every API key and link: the first one hashes, all are accepted",
    range: "1 to 4 secrets of 32 characters or more, with commas",
  }),
  API_KEY_KIND: variable(z.enum(KEY_KINDS).default("live"), {
    meaning:
      "new API keys begin with `eas_live_` or `eas_test_`; both are accepted everywhere; `npm start` sets `test`",
  }),
  SEALING_KEYS: variable(SealingKeys, {
    meaning:
      "the first one encrypts the secrets of authenticator apps, all of them decrypt; a process that cannot open what is stored is not ready",
    range: "1 to 16 of `<id>:<base64 of 32 bytes>`, with commas",
  }),
  ...GroupConfig.shape,
  OVERDUE_S: variable(z.coerce.number().int().min(1).default(30), {
    meaning: "seconds without a result after which the event of a record or job is emitted again",
    instead: "30 seconds hold for every installation",
  }),
  JOB_RETENTION_DAYS: variable(z.coerce.number().int().min(30).max(3_650).default(365), {
    meaning: "how long a finished job is kept, with its items; an older job cannot be reverted",
  }),
});
export type Config = z.output<typeof Config>;

/** The limits of each group, as the operator set them. */
export interface GroupLimits {
  apiKeysMax: number;
  /** Below the top of the group. */
  organizationsMax: number;
}

export const groupLimitsOf = (config: z.output<typeof GroupConfig>): GroupLimits => ({
  apiKeysMax: config.GROUP_API_KEYS_MAX,
  organizationsMax: config.GROUP_ORGANIZATIONS_MAX,
});
