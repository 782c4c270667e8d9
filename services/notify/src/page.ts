import { pageOf } from "@emissions/kit/db/page";
import { violation } from "@emissions/kit/wire/checks";
import { invalid } from "@emissions/kit/wire/errors";

const SIZE = 10;
const SIZE_MAX = 100;

/** The part of a list that a page is; 0 stands for a page or a size that was not given. */
export function pageIn({ page, size }: { page: number; size: number }) {
  const problems = [
    ...(page < 0 ? [violation("page", "value_error.number.not_ge", "begins at 1", "query")] : []),
    ...(size < 0 ? [violation("size", "value_error.number.not_ge", "begins at 1", "query")] : []),
    ...(size > SIZE_MAX ? [violation("size", "value_error.number.not_le", `at most ${SIZE_MAX}`, "query")] : []),
  ];
  if (problems.length > 0) throw invalid(problems);
  return pageOf({ page, size: size || SIZE });
}
