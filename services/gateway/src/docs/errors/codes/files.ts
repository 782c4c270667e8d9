import type { Refusal } from "../entry.ts";

/** Files. */
export const filesRefusals: readonly Refusal[] = [
  {
    code: "FILE_TYPE_NOT_ALLOWED",
    status: 422,
    meaning: "the extension of the file name is not accepted; `detail` lists the accepted ones",
    help: "convert the file",
  },
  {
    code: "FILE_TYPE_MISMATCH",
    status: 422,
    meaning:
      "the first bytes do not match the extension of the file name; text must be UTF-8, csv and tsv also UTF-16 or Windows-1252",
    help: "correct the name, or convert the file",
  },
  {
    code: "FILE_EMPTY",
    status: 422,
    meaning: "the file has no bytes",
    help: "send the content",
  },
  {
    code: "FILE_QUOTA_EXCEEDED",
    status: 422,
    meaning: "the files of the organization would exceed its quota (5 GiB by default)",
    help: "delete files",
  },
  {
    code: "FILE_IN_USE",
    status: 409,
    meaning: "activity records or custom factors refer to the file, so it cannot be deleted; `detail` has their number",
    help: "change or delete the records, or remove the evidence, first",
  },
  {
    code: "FILE_CHANGED_MEANWHILE",
    status: 409,
    meaning: "a concurrent upload or deletion of the file was not finished",
    help: "repeat after `Retry-After`",
  },
  {
    code: "TOO_MANY_UPLOADS",
    status: 429,
    meaning:
      "the organization has 20 unfinished uploads or 500 registered files without content, or 20 are arriving, or 60 of its group",
    help: "wait for `Retry-After`; an interrupted upload is removed after at most an hour",
  },
  {
    code: "FILE_SIZE_MISMATCH",
    status: 422,
    meaning: "the content that is sent to a signed URL does not have the declared size",
    help: "declare `size_kb` as the bytes divided by 1,024, rounded up",
  },
  {
    code: "FILE_URL_EXPIRED",
    status: 403,
    meaning: "the signed URL is older than 15 minutes",
    help: "request another",
  },
  {
    code: "FILE_ALREADY_UPLOADED",
    status: 409,
    meaning: "the content of the registered file has arrived, so it cannot be replaced or given up",
    help: "register another file, or delete this one",
  },
  {
    code: "FILE_NOT_UPLOADED",
    status: 409,
    meaning: "the content of the file has not arrived by a signed URL",
    help: "send it to the URL first",
  },
  {
    code: "FILE_UPLOAD_ENDED",
    status: 409,
    meaning: "the upload was given up, or another request uploads by the same URL",
    help: "register the file again",
  },
];
