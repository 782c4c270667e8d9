import { FileService } from "@emissions/proto/imports/v1/file_service";
import { PresignedFileService } from "@emissions/proto/imports/v1/presigned_file_service";
import { z } from "zod";
import { contentOf, storeFile } from "../compose/files.ts";
import { id } from "../rest/fields.ts";
import { listQuery } from "../rest/message-schema.ts";
import { sortBy } from "../rest/query-fields.ts";
import { content, describedRoute, PEOPLE_READERS, PEOPLE_WRITERS, route, upload } from "../rest/route.ts";

const { finishFile, listFiles, getFile, getFileUsage, updateFile, readFileChunk, deleteFile } = FileService.method;
const { createPresignedDownload } = PresignedFileService.method;

export const FILE_BYTES_MAX = 25 * 1024 * 1024;

const FILE = {
  part: "file",
  bytesMax: FILE_BYTES_MAX,
  texts: z.strictObject({
    folder_id: id.optional().describe("Id of the folder that will contain the file; the top by default."),
  }),
  summary: "Upload a file",
  roles: PEOPLE_WRITERS,
  description:
    "One part `file` of `multipart/form-data`, at most 25 MiB, uploaded within 30 seconds; a part `folder_id` may stand " +
    "beside it. The ending of its name must be " +
    "one of pdf, png, jpg, jpeg, webp, tif, tiff, csv, tsv, txt, json, xml, eml, xlsx, docx, ods, odt, xls, doc, msg " +
    "(`FILE_TYPE_NOT_ALLOWED`), and its first bytes must be of that type (`FILE_TYPE_MISMATCH`); texts are UTF-8, csv and tsv also " +
    "UTF-16 or Windows-1252. An empty " +
    "file is refused (`FILE_EMPTY`), and so is one beyond the quota of the organization (`FILE_QUOTA_EXCEEDED`). " +
    "Viewers do not see files that human_resources uploads. " +
    "A repeat under the same `Idempotency-Key` is one with the same name, bytes and folder.",
  returns: "file",
  status: 201,
  refuses: ["FILE_TYPE_NOT_ALLOWED", "FILE_TYPE_MISMATCH", "FILE_EMPTY", "FILE_QUOTA_EXCEEDED", "TOO_MANY_UPLOADS"],
} as const;

const Place = z.strictObject({ folder_id: id.nullish() }).meta({ examples: [{ folder_id: null }] });

const one = "/v1/files/{id}";

export const fileRoutes = [
  upload(finishFile, { ...FILE, http: "POST /v1/files", operation: "createFile" }, storeFile),
  // The same under another address, where clients look for it as well.
  upload(finishFile, { ...FILE, http: "POST /v1/files/upload", operation: "uploadFile" }, storeFile),
  describedRoute(listFiles, {
    http: "GET /v1/files",
    summary: "List files",
    roles: PEOPLE_READERS,
    query: listQuery(listFiles.input, 50).extend({ sort: sortBy("created_at", "file_name", "size_bytes") }),
    list: "pages",
  }),
  route(getFileUsage, {
    http: "GET /v1/files/usage",
    summary: "Get the storage that files use",
    roles: PEOPLE_READERS,
  }),
  route(getFile, { http: `GET ${one}`, summary: "Get what is known of a file", roles: PEOPLE_READERS }),
  content(
    readFileChunk,
    {
      http: `GET ${one}/content`,
      summary: "Download a file",
      roles: PEOPLE_READERS,
      operation: "downloadFile",
      description:
        "The bytes as they were uploaded. `ETag` is their SHA-256; with `If-None-Match` the answer may be 304.",
    },
    contentOf,
  ),
  route(updateFile, {
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Move a file to another folder",
    roles: PEOPLE_WRITERS,
    body: Place,
    refuses: ["FOLDER_AUDIENCE_DIFFERS"],
  }),
  route(createPresignedDownload, {
    http: `GET ${one}/presigned-url`,
    secret: true,
    summary: "Get a signed URL of a file",
    roles: PEOPLE_READERS,
  }),
  route(deleteFile, {
    http: `DELETE ${one}`,
    summary: "Delete a file",
    roles: PEOPLE_WRITERS,
    dry: false,
    refuses: ["FILE_IN_USE", "FILE_CHANGED_MEANWHILE"],
  }),
];
