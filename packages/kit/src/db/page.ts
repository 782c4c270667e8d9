/** Page 1 is the first one. */
export const pageOf = ({ page, size }: { page: number; size: number }) => ({
  limit: size,
  offset: (Math.max(page, 1) - 1) * size,
});
