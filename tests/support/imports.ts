const BOUNDARY = "x7c1f";

/** Columns of the template of wastes, which map to themselves. */
export const WASTE_COLUMNS = [
  "facility_id",
  "identification_name",
  "start_date",
  "end_date",
  "base_quantity",
  "unit_id",
  "ler_code_id",
  "waste_rd_code_id",
];

/** The body of `POST /v2/imports/sessions`, as text. */
export const importForm = (texts: Readonly<Record<string, string>>, file?: { name: string; content: string }) =>
  formOf(texts, file && { ...file, part: "upload_file" });

/** A form with texts and a file, as text. */
export function formOf(
  texts: Readonly<Record<string, string>>,
  file?: { part: string; name: string; content: string },
) {
  const part = (disposition: string, content: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const parts = Object.entries(texts).map(([name, text]) => part(`name="${name}"`, text));
  if (file !== undefined) parts.push(part(`name="${file.part}"; filename="${file.name}"`, file.content));
  return {
    body: `${parts.join("")}--${BOUNDARY}--\r\n`,
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
  };
}
