import { type Client, createClient } from "@connectrpc/connect";
import type { Db } from "@emissions/kit/db/transactions";
import type { Base } from "@emissions/kit/run";
import type { PrincipalSigner } from "@emissions/kit/wire/principal";
import { FileUseService } from "@emissions/proto/imports/v1/file_use_service";
import type { Config } from "./config.ts";

/** Dependencies of the handlers; tests build their own. */
export interface Context {
  db: Db;
  /** The services whose rows name files. */
  fileUsers: readonly Client<typeof FileUseService>[];
  /** Signs the calls of this service. */
  signer: PrincipalSigner;
  /** Without a trailing slash. */
  publicUrl: string;
  fileQuotaBytes: number;
}

export const createContext = ({ db, config, signer, connectTo }: Base<Config>): Context => ({
  db,
  fileUsers: [config.ACTIVITY_URL, config.FACTORS_URL].map((url) => createClient(FileUseService, connectTo(url))),
  signer,
  publicUrl: config.PUBLIC_URL.replace(/\/+$/, ""),
  fileQuotaBytes: config.FILE_QUOTA_BYTES,
});
