import type { Db } from "@emissions/kit/db/transactions";
import type { Base } from "@emissions/kit/run";
import type { Config } from "./config.ts";

/** Dependencies of the handlers; tests build their own. */
export interface Context {
  db: Db;
  /** Without a trailing slash. */
  publicUrl: string;
  fileQuotaBytes: number;
}

export const createContext = ({ db, config }: Base<Config>): Context => ({
  db,
  publicUrl: config.PUBLIC_URL.replace(/\/+$/, ""),
  fileQuotaBytes: config.FILE_QUOTA_BYTES,
});
