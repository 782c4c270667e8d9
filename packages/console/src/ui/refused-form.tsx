import { RefusedError } from "@emissions/client";
import { useTexts } from "../state/context.ts";
import { Failure } from "./notices.tsx";

interface Props {
  error: unknown;
  /** Refusals that belong to no field of the form. */
  others: readonly string[];
}

/** The failure of a form. Refusals of fields stand beside them. */
export function RefusedForm({ error, others }: Props) {
  const { say } = useTexts();
  if (error === null) return null;
  const isInFields = error instanceof RefusedError && error.errors.length > 0;
  if (!isInFields) return <Failure error={error} />;
  return (
    <div class="notice failure" role="alert">
      <p>{say("form.refused")}</p>
      {others.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
