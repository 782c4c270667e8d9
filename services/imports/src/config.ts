import { ServiceConfig } from "@emissions/kit/process/config";
import { SecretList, secretsOf } from "@emissions/kit/process/secrets";
import { PORTS, PublicUrl, serviceUrl } from "@emissions/kit/process/service-url";
import { variable } from "@emissions/kit/process/variable";
import { z } from "zod";
import type { S3Options } from "./file/store/s3.ts";

const GIB = 1024 ** 3;

/** The store says which keys it accepts, so there is only one. */
const StoreKey = secretsOf((text) => {
  if (text.trim() === "") throw new Error("expected a key");
  return [text.trim()];
});

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(PORTS.imports),
  /** Rows of both services name files. */
  ACTIVITY_URL: serviceUrl("activity"),
  FACTORS_URL: serviceUrl("factors"),
  PUBLIC_URL: PublicUrl,
  DOCUMENTS: variable(z.enum(["here", "elsewhere", "only"]).default("here"), {
    meaning:
      "where documents are read: by this process beside its other work, by other processes, or by this one alone",
  }),
  FILE_QUOTA_BYTES: variable(
    z.coerce
      .number()
      .int()
      .min(1)
      .default(5 * GIB),
    { meaning: "finished files that an organization may keep" },
  ),
  FILE_URL_SECRET: variable(SecretList, {
    meaning: "the first one signs URLs of files, all are accepted",
    range: "1 to 4 secrets of 32 characters or more, with commas",
  }),
  FILE_STORE_URL: variable(z.url({ protocol: /^https?$/ }).optional(), {
    meaning:
      "S3-compatible store for contents of files, without the bucket; without it they lie in Postgres ([files](files.md))",
  }),
  FILE_STORE_BUCKET: variable(z.string().min(1).max(63).optional(), { meaning: "bucket in the store" }),
  FILE_STORE_REGION: variable(z.string().min(1).default("us-east-1"), { meaning: "region of the store" }),
  FILE_STORE_ACCESS_KEY: variable(StoreKey.optional(), { meaning: "name of the key of the store", range: "secret" }),
  FILE_STORE_SECRET_KEY: variable(StoreKey.optional(), { meaning: "the key itself", range: "secret" }),
  IMPORT_TTL_HOURS: variable(
    z.coerce
      .number()
      .int()
      .min(1)
      .max(24 * 30)
      .default(24),
    { meaning: "life of an import session", instead: "24 hours hold for every installation" },
  ),
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
