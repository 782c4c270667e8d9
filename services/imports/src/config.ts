import { readFileSync } from "node:fs";
import { ServiceConfig } from "@emissions/kit/process/config";
import { z } from "zod";
import type { S3Options } from "./file/store/s3.ts";

const GIB = 1024 ** 3;

export const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(8104),
  /** URLs of the services whose rows name files. */
  ACTIVITY_URL: z.url({ protocol: /^https?$/ }),
  FACTORS_URL: z.url({ protocol: /^https?$/ }),
  /** Base URL of the gateway for clients; URLs of files begin with it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:8080"),
  /** Total bytes of finished files that one organization may store. */
  FILE_QUOTA_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(5 * GIB),
  /** Signs URLs of files. A change ends all URLs that were given out. */
  FILE_URL_SECRET: z.string().min(32),
  /** An S3-compatible store for the contents of files: the URL of its server, without the bucket. */
  FILE_STORE_URL: z.url({ protocol: /^https?$/ }).optional(),
  FILE_STORE_BUCKET: z.string().min(1).max(63).optional(),
  FILE_STORE_REGION: z.string().min(1).default("us-east-1"),
  /** Each key as a value or as a file. */
  FILE_STORE_ACCESS_KEY: z.string().min(1).optional(),
  FILE_STORE_ACCESS_KEY_FILE: z.string().min(1).optional(),
  FILE_STORE_SECRET_KEY: z.string().min(1).optional(),
  FILE_STORE_SECRET_KEY_FILE: z.string().min(1).optional(),
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
  const accessKey = config.FILE_STORE_ACCESS_KEY ?? contentOf(config.FILE_STORE_ACCESS_KEY_FILE);
  const secretKey = config.FILE_STORE_SECRET_KEY ?? contentOf(config.FILE_STORE_SECRET_KEY_FILE);
  if (bucket && accessKey && secretKey) return { url, bucket, region, accessKey, secretKey };
  throw new Error("FILE_STORE_URL needs FILE_STORE_BUCKET, FILE_STORE_ACCESS_KEY and FILE_STORE_SECRET_KEY.");
}

const contentOf = (path: string | undefined) => path && readFileSync(path, "utf8").trim();
