import { NewPresignedFileSchema, PresignedFileService } from "@emissions/proto/imports/v1/presigned_file_service";
import { z } from "zod";
import { signedContentOf, storeSigned } from "../compose/presigned-files.ts";
import { id } from "../rest/fields.ts";
import { bodySchema } from "../rest/message-schema.ts";
import { content, PEOPLE_WRITERS, rawUpload, route } from "../rest/route.ts";
import { FILE_BYTES_MAX } from "./files.ts";

const { method } = PresignedFileService;

const FILES_MAX = 100;

const Registered = z
  .array(bodySchema(NewPresignedFileSchema))
  .min(1)
  .max(FILES_MAX)
  .transform((files) => ({ files }))
  .meta({ examples: [[{ name: "invoice 17", extension: "pdf", mime_type: "application/pdf", size_kb: 212 }]] });

const Statuses = z
  .strictObject({
    file_ids: z.array(id).min(1).max(FILES_MAX),
    status: z.enum(["uploaded", "error"]),
    project_id: id.nullish(),
  })
  .meta({ examples: [{ file_ids: ["0198f6a1-0000-7000-8000-000000000017"], status: "uploaded" }] });

const signed = "/v1/files/presigned/{token}";

export const presignedFileRoutes = [
  route(method.createPresignedFiles, {
    http: "POST /v1/files/presigned-urls",
    secret: true,
    summary: "Register files and get signed URLs for their upload",
    roles: PEOPLE_WRITERS,
    body: Registered,
    list: "bare",
    refuses: ["FILE_TYPE_NOT_ALLOWED", "FILE_QUOTA_EXCEEDED", "TOO_MANY_UPLOADS"],
  }),
  rawUpload(
    method.finishPresignedUpload,
    {
      http: `PUT ${signed}`,
      summary: "Upload a file by a signed URL",
      operation: "uploadByPresignedUrl",
      auth: "link",
      guesses: "signature",
      bytesMax: FILE_BYTES_MAX,
      description:
        "The body is the content of the file. `Content-Type` and `Content-Length` must be as declared, the latter in " +
        "units of 1,024 bytes, rounded up. After an interruption send the whole content again. The same content may be " +
        "sent again after the upload, too; other content is refused (`FILE_ALREADY_UPLOADED`).",
      refuses: [
        "FILE_URL_EXPIRED",
        "FILE_TYPE_MISMATCH",
        "FILE_SIZE_MISMATCH",
        "FILE_ALREADY_UPLOADED",
        "FILE_UPLOAD_ENDED",
        "FILE_QUOTA_EXCEEDED",
        "TOO_MANY_UPLOADS",
      ],
    },
    (call, body, { token }) => storeSigned(call, body, token),
  ),
  route(method.updatePresignedFiles, {
    http: "PATCH /v1/files/batch-update",
    summary: "Confirm or give up the upload of registered files",
    roles: PEOPLE_WRITERS,
    body: Statuses,
    list: "bare",
    refuses: ["NOT_FOUND", "FILE_NOT_UPLOADED", "FILE_ALREADY_UPLOADED", "TOO_MANY_READINGS"],
  }),
  content(
    method.openPresignedDownload,
    {
      http: `GET ${signed}`,
      summary: "Download a file by a signed URL",
      operation: "downloadByPresignedUrl",
      auth: "link",
      guesses: "signature",
      description: "The bytes as they were uploaded.",
      refuses: ["FILE_URL_EXPIRED"],
    },
    signedContentOf,
  ),
];
