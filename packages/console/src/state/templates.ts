import type { ImportTemplate } from "@emissions/client/types";
import type { Language } from "../words/words.ts";
import type { Client } from "./account.ts";

const templates = new Map<string, Promise<ImportTemplate>>();

/** Templates are the same for all organizations, so each is read once in a language. */
export function templateOf(client: Client, templateId: string, language: Language): Promise<ImportTemplate> {
  const key = `${templateId} ${language}`;
  const known = templates.get(key);
  if (known) return known;
  const read = client.call("getImportTemplate", { path: { template_id: templateId }, query: { language } });
  templates.set(key, read);
  read.catch(() => templates.delete(key));
  return read;
}
