import { ServiceConfig } from "@emissions/kit/process/config";
import { SealingKeys } from "@emissions/kit/process/sealing";
import { SecretList } from "@emissions/kit/process/secrets";
import { z } from "zod";
import { KEY_KINDS } from "./access/keys.ts";

export const GroupConfig = z.object({
  /** Active API keys of a group, besides those of each organization. */
  GROUP_API_KEYS_MAX: z.coerce.number().int().min(1).max(100_000).default(500),
  /** Organizations below the top of a group. A principal names at most 200. */
  GROUP_ORGANIZATIONS_MAX: z.coerce.number().int().min(0).max(200).default(200),
});

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(8102),
  FACTORS_URL: z.url({ protocol: /^https?$/ }),
  /** URL of the calc service, which calculates records before they are stored. */
  CALC_URL: z.url({ protocol: /^https?$/ }),
  /** URL of the imports service, which stores the files that records name. */
  IMPORTS_URL: z.url({ protocol: /^https?$/ }),
  /** Part of the hash of every API key and link: the first one hashes, all of them are tried. */
  API_KEY_PEPPER: SecretList,
  /** Part of the prefix of new API keys. Keys of both kinds are accepted. */
  API_KEY_KIND: z.enum(KEY_KINDS).default("live"),
  /** Keys for the secrets of authenticator apps: the first one encrypts, all of them decrypt. */
  SEALING_KEYS: SealingKeys,
  ...GroupConfig.shape,
  /** Seconds without a result before a sweep republishes a record. */
  OVERDUE_S: z.coerce.number().int().min(1).default(30),
  /** Days from the end of a job to its removal, with its items. An older job cannot be reverted. */
  JOB_RETENTION_DAYS: z.coerce.number().int().min(30).max(3_650).default(365),
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
