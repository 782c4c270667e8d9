import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { StatusService } from "@emissions/proto/common/v1/status_service";
import { build } from "../process/build.ts";
import { type ServiceEntry, serve } from "./services.ts";

/** Tells which program this process runs. */
export function statusService(schemaVersion: () => string): ServiceEntry {
  const startedAt = timestampFromDate(new Date(Math.round(performance.timeOrigin)));
  return serve(StatusService, {
    getStatus: () => ({ ...build(), startedAt, schemaVersion: schemaVersion() }),
  });
}
