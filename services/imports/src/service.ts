import type { Sweep } from "@emissions/kit/db/sweep";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import type { Context } from "./context.ts";
import { fileHandlers } from "./file/handlers.ts";
import { deletionSweep, uploadSweep } from "./file/sweep.ts";

export const routes = (context: Context): ServiceEntry[] => [serve(FileService, fileHandlers(context))];

export const sweeps = (context: Context): Sweep[] => [uploadSweep(context), deletionSweep(context)];
