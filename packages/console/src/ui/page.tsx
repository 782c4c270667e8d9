import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useTexts } from "../state/context.ts";

/** A page with its heading, which takes the focus: a reader begins there after a navigation. */
export function Page({ title, children }: { title: string; children: ComponentChildren }) {
  const { say } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${say("title")}`;
  }, [title, say]);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </>
  );
}
