import { FileService } from "@emissions/proto/imports/v1/file_service";
import { contentOf, storeFile } from "../compose/files.ts";
import { listQuery } from "../rest/message-schema.ts";
import { content, describedRoute, route, upload } from "../rest/route.ts";

const { finishFile, listFiles, getFile, readFileChunk, deleteFile } = FileService.method;

const FILE = {
  part: "file",
  bytesMax: 25 * 1024 * 1024,
  summary: "Upload a file",
  description:
    "One part `file` of `multipart/form-data`, at most 25 MiB, uploaded within 30 seconds. The ending of its name must be " +
    "one of pdf, png, jpg, jpeg, webp, tif, tiff, csv, txt, json, xml, eml, xlsx, docx, ods, odt, xls, doc, msg " +
    "(`FILE_TYPE_NOT_ALLOWED`), and its first bytes must be of that type (`FILE_TYPE_MISMATCH`); texts are UTF-8. An empty " +
    "file is refused (`FILE_EMPTY`), and so is one beyond the quota of the organization (`FILE_QUOTA_EXCEEDED`). " +
    "A repeat under the same `Idempotency-Key` is one with the same name and the same bytes.",
  returns: "file",
  status: 201,
  refuses: ["FILE_TYPE_NOT_ALLOWED", "FILE_TYPE_MISMATCH", "FILE_EMPTY", "FILE_QUOTA_EXCEEDED", "TOO_MANY_UPLOADS"],
} as const;

const one = "/v1/files/{id}";

export const fileRoutes = [
  upload(finishFile, { ...FILE, http: "POST /v1/files", operation: "createFile" }, storeFile),
  // The same under another address, where clients look for it as well.
  upload(finishFile, { ...FILE, http: "POST /v1/files/upload", operation: "uploadFile" }, storeFile),
  describedRoute(listFiles, {
    http: "GET /v1/files",
    summary: "List files",
    query: listQuery(listFiles.input, 50),
    list: "pages",
  }),
  route(getFile, { http: `GET ${one}`, summary: "Get what is known of a file" }),
  content(
    readFileChunk,
    {
      http: `GET ${one}/content`,
      summary: "Download a file",
      operation: "downloadFile",
      description:
        "The bytes as they were uploaded. `ETag` is their SHA-256; with `If-None-Match` the answer may be 304.",
    },
    contentOf,
  ),
  route(deleteFile, {
    http: `DELETE ${one}`,
    summary: "Delete a file",
    dry: false,
    refuses: ["FILE_IN_USE", "FILE_CHANGED_MEANWHILE"],
  }),
];
