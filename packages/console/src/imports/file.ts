import type { ParsedImport } from "@emissions/client/types";
import type { SignedIn } from "../state/context.ts";
import { FILE_BYTES_MAX, upload } from "../state/upload.ts";

export const FILE_TYPES = [".csv", ".tsv", ".xlsx", ".xls"] as const;
/** Locales of numbers and days that a person may choose; the service detects others. */
export const LOCALES = ["es_ES", "en_GB", "en_US", "de_DE", "fr_FR"] as const;

/** The choices of a new import. */
export interface FileOptions {
  template_id: string;
  numeric_locale: string;
  date_locale: string;
  sheet_name?: string;
  /** From 0. */
  header_row?: string;
}

/** A file with its choices and the table that the service read. */
export interface ChosenFile {
  file: File;
  options: FileOptions;
  parsed: ParsedImport;
}

/** A reason not to send the file, as the last part of its word. */
export function faultOf(file: File | undefined): "missing" | "type" | "size" | "empty" | null {
  if (file === undefined || file.name === "") return "missing";
  if (!FILE_TYPES.some((type) => file.name.toLowerCase().endsWith(type))) return "type";
  if (file.size === 0) return "empty";
  return file.size > FILE_BYTES_MAX ? "size" : null;
}

/** Sends the file, and answers when the service has read it or goes on reading. */
export async function beginImport(
  signedIn: SignedIn,
  { file, options }: Pick<ChosenFile, "file" | "options">,
  onProgress: (share: number) => void,
): Promise<ChosenFile> {
  const form = new FormData();
  for (const [name, value] of Object.entries(options)) if (value !== "") form.append(name, value);
  form.append("upload_file", file);
  const parsed = await upload<ParsedImport>({
    signedIn,
    operation: "createImportSession",
    path: "/v2/imports/sessions",
    form,
    onProgress,
  });
  return { file, options, parsed };
}
