import { useEffect, useState } from "preact/hooks";
import { hashOf, placeOf } from "./route.ts";

const PAGES = ["join", "password"] as const;
type LinkPage = (typeof PAGES)[number];

/** A link that somebody got from an admin. */
export interface Link {
  page: LinkPage;
  /** Null when the page was read again: the token is in memory alone. */
  token: string | null;
}

/** Called when the link is used up, with a notice for the sign-in and the address of the person, if it is known. */
export type OnDone = (notice: string, email: string) => void;

/** Browsers send no fragments, so the token is in no request for the page. */
export const linkOf = (page: LinkPage, token: string): string =>
  `${location.origin}${location.pathname}${hashOf([page, token])}`;

/** The link in the address bar. Its token is removed from there, and from the history. */
function takeLink(): Link | null {
  const { path } = placeOf(location.hash);
  const page = PAGES.find((one) => one === path[0]);
  if (page === undefined) return null;
  const token = path[1] ?? null;
  if (token !== null) history.replaceState(history.state, "", hashOf([page]));
  return { page, token };
}

/** The link that is open; null at all other places. */
export function useLink(): Link | null {
  const [link, setLink] = useState(takeLink);
  useEffect(() => {
    const follow = () => setLink(takeLink());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return link;
}
