import { useState } from "preact/hooks";
import { isExpired } from "./answer.ts";
import { useExpire } from "./context.ts";

/** Runs one request at a time for a person, and keeps the reason of its failure. The pages of links need no session. */
export function useAction() {
  const expire = useExpire();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (work: () => Promise<void>) => {
    if (working) return;
    setWorking(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      if (expire && isExpired(failure)) expire();
      else setError(failure);
    } finally {
      setWorking(false);
    }
  };
  return { working, error, run };
}
