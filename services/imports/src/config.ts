import { ServiceConfig } from "@emissions/kit/process/config";
import { SecretList, secretsOf } from "@emissions/kit/process/secrets";
import { z } from "zod";
import type { S3Options } from "./file/store/s3.ts";

const GIB = 1024 ** 3;

/** The store says which keys it accepts, so there is only one. */
const StoreKey = secretsOf((text) => {
  if (text.trim() === "") throw new Error("expected a key");
  return [text.trim()];
});

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(8104),
  /** URLs of the services whose rows name files. */
  ACTIVITY_URL: z.url({ protocol: /^https?$/ }),
  FACTORS_URL: z.url({ protocol: /^https?$/ }),
  /** Base URL of the gateway for clients; URLs of files begin with it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:8080"),
  /** Where documents are read: by this process beside its other work, by other processes alone, or by this one alone. */
  DOCUMENTS: z.enum(["here", "elsewhere", "only"]).default("here"),
  /** Total bytes of finished files that one organization may store. */
  FILE_QUOTA_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(5 * GIB),
  /** Signs URLs of files: the first one signs, and URLs of all of them are accepted. */
  FILE_URL_SECRET: SecretList,
  /** An S3-compatible store for the contents of files: the URL of its server, without the bucket. */
  FILE_STORE_URL: z.url({ protocol: /^https?$/ }).optional(),
  FILE_STORE_BUCKET: z.string().min(1).max(63).optional(),
  FILE_STORE_REGION: z.string().min(1).default("us-east-1"),
  FILE_STORE_ACCESS_KEY: StoreKey.optional(),
  FILE_STORE_SECRET_KEY: StoreKey.optional(),
  /** Life of an import session. */
  IMPORT_TTL_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(24 * 30)
    .default(24),
});
export type Config = z.output<typeof Config>;

/** Null without FILE_STORE_URL. Refuses an incomplete configuration, which would fail at the first file. */
export function storeOptions(config: Config): S3Options | null {
  const { FILE_STORE_URL: url, FILE_STORE_BUCKET: bucket, FILE_STORE_REGION: region } = config;
  if (url === undefined) return null;
  const { FILE_STORE_ACCESS_KEY: access, FILE_STORE_SECRET_KEY: secret } = config;
  if (bucket && access && secret) {
    return { url, bucket, region, keys: () => ({ accessKey: access.first, secretKey: secret.first }) };
  }
  throw new Error("FILE_STORE_URL needs FILE_STORE_BUCKET, FILE_STORE_ACCESS_KEY and FILE_STORE_SECRET_KEY.");
}
