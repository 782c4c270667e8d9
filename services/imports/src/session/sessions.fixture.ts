import type { Principal } from "@emissions/kit/wire/principal";
import { ImportSessionService, ImportSessionStatus } from "@emissions/proto/imports/v1/import_session_service";
import { until } from "@emissions/testkit/poll";
import type { Imports } from "../imports.fixture.ts";

export const WASTES_CSV = [
  "Residuo;Inicio;Fin;Cantidad",
  "Papel;01/02/2026;28/02/2026;1.250,5",
  "Vidrio;01/03/2026;31/03/2026;80",
  "Madera;01/04/2026;30/04/2026;17,25",
].join("\n");

interface NewSession {
  templateId?: string;
  fileName?: string;
  content?: string | Uint8Array;
  sheetName?: string;
  headerRow?: number;
}

/** Uploads a file, creates a session for it and waits until it is parsed. */
export async function createSession(imports: Imports, principal: Principal, options: NewSession = {}): Promise<string> {
  const { fileName = "wastes.csv", content = WASTES_CSV, templateId = "wastes", sheetName = "", headerRow } = options;
  const file = await imports.upload(principal, fileName, Buffer.from(content));
  const sessions = imports.as(principal, ImportSessionService);
  const { id } = await sessions.createImportSession({
    templateId,
    uploadedFileId: file.id,
    sheetName,
    ...(headerRow !== undefined && { headerRow }),
  });
  await until("the end of the parsing", async () => {
    const { status } = (await sessions.getImportStatus({ importId: id })).status!;
    return status !== ImportSessionStatus.CREATED;
  });
  return id;
}
