/** Rows of a page if the caller gives no size. */
export const PAGE_SIZE = 10;
