import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Say } from "../words/words.ts";
import type { Client } from "./account.ts";

export interface Texts {
  say: Say;
  locale: string;
  /** Tells screen readers what changed. */
  announce: (text: string) => void;
}

export interface SignedIn {
  client: Client;
  organizationId: string;
  /** Called when the service no longer takes the token. */
  expire: () => void;
}

export const TextsContext = createContext<Texts | null>(null);
export const SignedInContext = createContext<SignedIn | null>(null);

export function useTexts(): Texts {
  const texts = useContext(TextsContext);
  if (texts === null) throw new Error("A component is outside of the texts.");
  return texts;
}

export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext);
  if (signedIn === null) throw new Error("A component is outside of the session.");
  return signedIn;
}
