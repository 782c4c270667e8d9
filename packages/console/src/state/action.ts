import { useState } from "preact/hooks";
import { isExpired } from "./answer.ts";
import { useSignedIn } from "./context.ts";

/** Runs one request at a time for a person, and keeps the reason of its failure. */
export function useAction() {
  const { expire } = useSignedIn();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (work: () => Promise<void>) => {
    if (working) return;
    setWorking(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      if (isExpired(failure)) expire();
      else setError(failure);
    } finally {
      setWorking(false);
    }
  };
  return { working, error, run };
}
