import type { Refusal } from "../entry.ts";

/** Uploads of files. */
export const filesRefusals: readonly Refusal[] = [
  {
    code: "FILE_TYPE_NOT_ALLOWED",
    status: 422,
    meaning: "the name of the file does not end as one that is kept; `detail` lists the endings",
    help: "convert the file",
  },
  {
    code: "FILE_TYPE_MISMATCH",
    status: 422,
    meaning: "the first bytes are not of the type that the name ends in; texts must be UTF-8",
    help: "give it its right name, or convert it",
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
    meaning: "the files of the organization would take more than it may keep (5 GiB, or as configured)",
    help: "delete files",
  },
  {
    code: "TOO_MANY_UPLOADS",
    status: 429,
    meaning: "20 uploads of the organization are not finished",
    help: "wait for `Retry-After`; one that broke off is forgotten after an hour at most",
  },
];
