import { timestampDate } from "@bufbuild/protobuf/wkt";
import { column, plainColumn } from "@emissions/kit/db/columns";
import { checkPage, pageOf } from "@emissions/kit/db/page";
import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { type Check, checkId, checkText, placed, violation } from "@emissions/kit/wire/checks";
import type { ListFilesRequest } from "@emissions/proto/imports/v1/file_service";
import { folderFilter } from "./folder-access.ts";
import { FILTER_VALUES_MAX, SEARCH_LENGTH_MAX, SORT_KEYS_MAX } from "./limits.ts";
import { COLUMNS, type FileRow } from "./queries.ts";

/** Columns of sort keys. */
const SORTS: Readonly<Record<string, (tx: Tx) => Fragment>> = {
  created_at: (tx) => tx`created_at`,
  file_name: (tx) => tx`search_name`,
  size_bytes: (tx) => tx`size_bytes`,
};

export async function selectFiles(tx: Tx, org: string, request: ListFilesRequest, visible: boolean[]) {
  const { limit, offset } = pageOf(request);
  const where = condition(tx, org, request, visible);
  const [rows, [{ total }]] = await Promise.all([
    tx<FileRow[]>`
      select ${tx(COLUMNS)} from files ${where} order by ${order(tx, request.sort)} limit ${limit} offset ${offset}`,
    tx<[{ total: number }]>`select count(*)::int as total from files ${where}`,
  ]);
  return { rows, total };
}

function condition(tx: Tx, org: string, request: ListFilesRequest, visible: boolean[]): Fragment {
  const { search, extension, uploadedBy, createdAtFrom, createdAtTo } = request;
  const folder = folderFilter(request.folderId);
  const extensions = extension.map((one) => one.replace(/^\./, "").toLowerCase());
  return tx`
    where organization_id = ${org} and state = 'stored' and for_people = any(${plainColumn(visible)}::boolean[])
      ${search ? tx`and strpos(search_name, plain_text(${search})) > 0` : tx``}
      ${folder === undefined ? tx`` : tx`and folder_id is not distinct from ${folder}`}
      ${extensions.length > 0 ? tx`and lower(substring(file_name from '[^.]*$')) = any(${column(extensions)}::text[])` : tx``}
      ${uploadedBy.length > 0 ? tx`and uploaded_by = any(${column(uploadedBy)}::text[])` : tx``}
      ${createdAtFrom ? tx`and created_at >= ${timestampDate(createdAtFrom)}` : tx``}
      ${createdAtTo ? tx`and date_trunc('milliseconds', created_at) <= ${timestampDate(createdAtTo)}` : tx``}`;
}

/** The id comes last, so that no file is on two pages. */
function order(tx: Tx, sort: readonly string[]): Fragment {
  const keys = sort.length === 0 ? ["-created_at"] : sort;
  const terms = keys.map((key) => {
    const column = SORTS[key.replace(/^-/, "")]!(tx);
    return key.startsWith("-") ? tx`${column} desc` : tx`${column}`;
  });
  return terms.reduceRight((rest, term) => tx`${term}, ${rest}`, tx`id desc`);
}

export function checkListRequest(request: ListFilesRequest): Check[] {
  const { search, folderId, extension, uploadedBy, sort, page, size } = request;
  const found = [...checkText("search", search, { max: SEARCH_LENGTH_MAX }), ...checkId("folder_id", folderId || null)];
  for (const [field, values] of [
    ["extension", extension],
    ["uploaded_by", uploadedBy],
  ] as const) {
    found.push(
      ...values.slice(0, FILTER_VALUES_MAX).flatMap((one) => checkText(field, one, { max: SEARCH_LENGTH_MAX })),
    );
    if (values.length > FILTER_VALUES_MAX) {
      found.push(violation(field, "value_error.list.max_items", `at most ${FILTER_VALUES_MAX}`));
    }
  }
  if (sort.length > SORT_KEYS_MAX || sort.some((key) => !Object.hasOwn(SORTS, key.replace(/^-/, "")))) {
    found.push(violation("sort", "type_error.enum", `at most ${SORT_KEYS_MAX} of: ${Object.keys(SORTS).join(", ")}`));
  }
  return [...placed(found, "query"), ...checkPage({ page, size })];
}
