import { type Client, createClient } from "@connectrpc/connect";
import type { Db } from "@emissions/kit/db/transactions";
import type { Base } from "@emissions/kit/run";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { Catalogue } from "./catalogue/catalogue.ts";
import type { Config } from "./config.ts";

export interface Context {
  db: Db;
  catalogue: Catalogue;
  /** Client of the imports service. */
  files: Client<typeof FileService>;
  /** Base URL of the API for clients, without a trailing slash. */
  publicUrl: string;
}

export const createContext = ({ config, db, connectTo }: Base<Config>): Context => ({
  db,
  catalogue: new Catalogue(db),
  files: createClient(FileService, connectTo(config.IMPORTS_URL)),
  publicUrl: config.PUBLIC_URL.replace(/\/+$/, ""),
});
