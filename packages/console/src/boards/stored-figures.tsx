import type { AnswerOf } from "@emissions/client";
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { type Answer, useAnswer } from "../state/answer.ts";
import { useSignedIn } from "../state/context.ts";
import { Failure } from "../ui/notices.tsx";
import type { Board, Version } from "./read.ts";

interface StoredFigures {
  /** The dashboard as it is stored. */
  board: Board;
  /** The figures of its widgets. */
  answer: Answer<AnswerOf<"listDashboardData">>;
}

const StoredFiguresContext = createContext<StoredFigures | null>(null);

interface Props {
  version: Version;
  children: ComponentChildren;
}

/** Reads the figures of all widgets with one request. A failure of it is told once, and not by each widget. */
export function StoredFiguresProvider({ version: { board, etag }, children }: Props) {
  const { client } = useSignedIn();
  const { id } = board;
  const answer = useAnswer(`figures ${id} ${etag}`, (signal) =>
    client.call("listDashboardData", { path: { id }, signal }),
  );
  return (
    <StoredFiguresContext.Provider value={{ board, answer }}>
      {answer.state === "failed" && <Failure error={answer.error} onAgain={answer.again} />}
      {children}
    </StoredFiguresContext.Provider>
  );
}

export function useStoredFigures(): StoredFigures {
  const figures = useContext(StoredFiguresContext);
  if (figures === null) throw new Error("A widget is outside of its dashboard.");
  return figures;
}
