import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useTexts } from "../state/context.ts";

interface Props {
  title: string;
  /** The filters of the page. A change counts as a navigation. */
  place?: string;
  children: ComponentChildren;
}

/** The control that a person used may be gone while new content loads. */
export const focusHeading = () => document.querySelector("h1")?.focus();

/** Reads the content of the page again. The focus waits at the heading. */
export const readAgain = ({ again }: { again: () => void }) => {
  again();
  focusHeading();
};

/** A page with its heading, which takes the focus: a reader begins there after a navigation. */
export function Page({ title, place = "", children }: Props) {
  const { say } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${say("title")}`;
  }, [title, say]);
  useEffect(() => heading.current?.focus(), [place]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </>
  );
}
