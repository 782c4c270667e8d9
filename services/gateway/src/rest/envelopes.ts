export interface Listing {
  items: unknown;
  total: number;
  page: number;
  size: number;
  offset: number;
  limit: number;
  /** Name of the field with the items. */
  name: string;
}

/** List shapes of the public contract. Each route names its own. */
export const envelopes = {
  pages: ({ items, total, page, size }: Listing) => ({ items, total, page, size, pages: Math.ceil(total / size) }),
  counted: ({ items, total, page, size }: Listing) => ({ page, size, total, items }),
  offset: ({ items, total, offset, limit }: Listing) => ({ items, total, offset, limit }),
  named: ({ items, total, name }: Listing) => ({ total_count: total, [name]: items }),
  whole: ({ items, total }: Listing) => ({ items, total }),
  bare: ({ items }: Listing) => items,
};

export type Envelope = keyof typeof envelopes;
