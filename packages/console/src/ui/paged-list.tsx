import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useAnswer } from "../state/answer.ts";
import { Loaded } from "./notices.tsx";
import { focusHeading } from "./page.tsx";
import { Pager } from "./pager.tsx";

const PAGE_SIZE = 25;

interface Props<T> {
  /** The list is read again when it changes. */
  id: string;
  read: (query: { page: number; size: number }, signal: AbortSignal) => Promise<{ items: readonly T[]; total: number }>;
  empty: string;
  children: (items: readonly T[], total: number) => ComponentChildren;
}

/** A list in numbered pages. */
export function PagedList<T>({ id, read, empty, children }: Props<T>) {
  const [page, setPage] = useState(1);
  const answer = useAnswer(`${id} ${page}`, (signal) => read({ page, size: PAGE_SIZE }, signal));
  const move = (next: number) => {
    setPage(next);
    focusHeading();
  };
  return (
    <Loaded answer={answer}>
      {({ items, total }) => (
        <>
          {items.length === 0 ? <p class="notice">{empty}</p> : children(items, total)}
          <Pager page={page} isLast={page * PAGE_SIZE >= total} onPage={move} />
        </>
      )}
    </Loaded>
  );
}
