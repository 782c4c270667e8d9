import { useTexts } from "../state/context.ts";

interface Props {
  page: number;
  isLast: boolean;
  onPage: (page: number) => void;
}

/** Moves through numbered pages. A list of one page has none. */
export function Pager({ page, isLast, onPage }: Props) {
  const { say } = useTexts();
  if (page === 1 && isLast) return null;
  return (
    <div class="pager">
      <button type="button" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {say("ui.previous")}
      </button>
      <span>{say("ui.page", { page })}</span>
      <button type="button" disabled={isLast} onClick={() => onPage(page + 1)}>
        {say("ui.next")}
      </button>
    </div>
  );
}
