import { NIL_ID } from "@emissions/kit/process/id";

/** The file that a record comes from. The all-zero id stands for none here too, or filters would find no such record. */
export function fileIdOf(sent: string | undefined): string | null {
  const id = sent?.toLowerCase();
  return id === undefined || id === "" || id === NIL_ID ? null : id;
}
