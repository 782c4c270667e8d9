import { CreateFolderRequestSchema, FolderService } from "@emissions/proto/imports/v1/folder_service";
import { z } from "zod";
import { id, text } from "../rest/fields.ts";
import { bodySchema, listQuery } from "../rest/message-schema.ts";
import { flag } from "../rest/query-fields.ts";
import { describedRoute, PEOPLE_READERS, PEOPLE_WRITERS, route } from "../rest/route.ts";

const { createFolder, listFolders, getFolder, updateFolder, deleteFolder } = FolderService.method;

const NewFolder = bodySchema(CreateFolderRequestSchema).meta({ examples: [{ name: "Invoices 2025" }] });
const Changes = z
  .strictObject({ name: text(255).optional(), parent_id: id.nullish() })
  .meta({ examples: [{ name: "Invoices 2026", parent_id: null }] });

const one = "/v1/folders/{id}";

export const folderRoutes = [
  describedRoute(createFolder, {
    http: "POST /v1/folders",
    summary: "Create a folder",
    roles: PEOPLE_WRITERS,
    body: NewFolder,
    status: 201,
    refuses: ["FOLDER_NAME_TAKEN", "FOLDER_TOO_DEEP", "FOLDER_LIMIT_REACHED"],
  }),
  describedRoute(listFolders, {
    http: "GET /v1/folders",
    summary: "List folders",
    roles: PEOPLE_READERS,
    query: listQuery(listFolders.input, 50),
    list: "pages",
  }),
  route(getFolder, { http: `GET ${one}`, summary: "Get a folder", roles: PEOPLE_READERS }),
  route(updateFolder, {
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Rename or move a folder",
    roles: PEOPLE_WRITERS,
    body: Changes,
    refuses: ["FOLDER_NAME_TAKEN", "FOLDER_CYCLE", "FOLDER_TOO_DEEP", "FOLDER_AUDIENCE_DIFFERS"],
  }),
  route(deleteFolder, {
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Delete a folder",
    roles: PEOPLE_WRITERS,
    query: z.object({ recursive: flag }),
    dry: false,
    refuses: ["FOLDER_NOT_EMPTY", "FOLDER_TOO_LARGE", "FILE_IN_USE", "FILE_CHANGED_MEANWHILE"],
  }),
];
