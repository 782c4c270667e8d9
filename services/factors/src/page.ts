import { pageOf } from "@emissions/kit/db/page";
import { invalid } from "@emissions/kit/wire/errors";

const SIZE = 50;
const SIZE_MAX = 100;

/** The part of a list that a page is; 0 stands for a page or a size that was not given. */
export function pageIn({ page, size }: { page: number; size: number }) {
  const problems = [
    ...(page < 0 ? [{ loc: ["page"], msg: "begins at 1", type: "value_error.number.not_ge" }] : []),
    ...(size < 0 ? [{ loc: ["size"], msg: "begins at 1", type: "value_error.number.not_ge" }] : []),
    ...(size > SIZE_MAX ? [{ loc: ["size"], msg: `at most ${SIZE_MAX}`, type: "value_error.number.not_le" }] : []),
  ];
  if (problems.length > 0) throw invalid(problems);
  return pageOf({ page, size: size || SIZE });
}
