import { type Client, createClient } from "@connectrpc/connect";
import type { Db } from "@emissions/kit/db/transactions";
import type { Base } from "@emissions/kit/run";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { Catalogue } from "./catalogue/catalogue.ts";
import type { Config } from "./config.ts";

/** Everything a handler may touch. Tests build their own. */
export interface Context {
  db: Db;
  catalogue: Catalogue;
  /** Of the imports service. */
  files: Client<typeof FileService>;
  /** Where clients reach the API, without a slash at its end. */
  publicUrl: string;
}

export const createContext = ({ config, db, connectTo }: Base<Config>): Context => ({
  db,
  catalogue: new Catalogue(db),
  files: createClient(FileService, connectTo(config.IMPORTS_URL)),
  publicUrl: config.PUBLIC_URL.replace(/\/+$/, ""),
});
