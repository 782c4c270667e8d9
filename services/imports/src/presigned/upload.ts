import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { conflict, forbidden, notFound, unprocessable } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { PresignedFileService } from "@emissions/proto/imports/v1/presigned_file_service";
import type { Context } from "../context.ts";
import { requireFile } from "../file/access.ts";
import { toFile } from "../file/messages.ts";
import { storeUpload } from "../file/upload.ts";
import { beginAttempt, deletePresigned, selectPresigned } from "./queries.ts";
import { essenceOf, hasSize } from "./rules.ts";
import type { FileGrant, Purpose } from "./token.ts";

type Handlers = Pick<ServiceImpl<typeof PresignedFileService>, "openPresignedUpload" | "finishPresignedUpload">;
type Call = Pick<HandlerContext, "values">;

/** Same error for a forged token, one of another purpose, and one of another organization than the call's. */
export function readToken({ fileTokens }: Pick<Context, "fileTokens">, call: Call, token: string, purpose: Purpose) {
  const grant = fileTokens.verify(token);
  if (grant?.purpose !== purpose || grant.org !== principalOf(call).organizationId) throw notFound("file url");
  return grant;
}

export function openToken(
  context: Pick<Context, "fileTokens">,
  call: Call,
  token: string,
  purpose: Purpose,
): FileGrant {
  const grant = readToken(context, call, token, purpose);
  if (grant.expiresAt.getTime() <= Date.now()) throw forbidden("FILE_URL_EXPIRED", "The URL has expired.");
  return grant;
}

/** The calls of one upload: open, chunks, finish. The gateway makes them while the content arrives. */
export const openHandlers = (context: Context): Handlers => ({
  openPresignedUpload: (request, call) => {
    const { org, id } = openToken(context, call, request.token, "upload");
    return context.db.asService(org, async ({ tx }) => {
      const file = await requireFile(tx, principalOf(call), id, "to change");
      // The content arrives again, and its hash is compared in the end.
      if (file.state === "stored") return { id, attempt: 0 };
      const declared = await selectPresigned(tx, org, id);
      if (declared === null || declared.status === "error") throw ended();
      if (essenceOf(request.contentType) !== essenceOf(declared.contentType)) {
        throw unprocessable("FILE_TYPE_MISMATCH", `The declared content type is ${essenceOf(declared.contentType)}.`);
      }
      if (!hasSize(request.sizeBytes, declared.sizeKb)) {
        throw unprocessable("FILE_SIZE_MISMATCH", `The declared size is ${declared.sizeKb} KiB, rounded up.`);
      }
      return { id, attempt: await beginAttempt(tx, org, id) };
    });
  },

  finishPresignedUpload: (request, call) => {
    // It may have expired while the content arrived.
    const { id } = readToken(context, call, request.token, "upload");
    return context.db.write(call, request, async (write) => {
      const { tx, org, about } = write;
      const file = await requireFile(tx, principalOf(call), id, "to change");
      if (file.state === "stored") {
        if (file.sha256 !== request.sha256)
          throw conflict("FILE_ALREADY_UPLOADED", "Other content was uploaded by this URL.");
        return { file: toFile(file, context.publicUrl) };
      }
      const declared = await selectPresigned(tx, org, id);
      if (declared === null || declared.status === "error" || file.uploadAttempt !== request.attempt) throw ended();
      if (!hasSize(BigInt(file.sizeBytes), declared.sizeKb)) {
        throw unprocessable("FILE_SIZE_MISMATCH", `The declared size is ${declared.sizeKb} KiB, rounded up.`);
      }
      about(id);
      // The reserved bytes become stored ones.
      await deletePresigned(tx, org, id);
      const stored = await storeUpload(context, write, file);
      if (stored.sha256 !== request.sha256) throw ended();
      return { file: toFile(stored, context.publicUrl) };
    });
  },
});

const ended = () =>
  conflict("FILE_UPLOAD_ENDED", "The upload was given up, or another request uploads by the same URL.");
