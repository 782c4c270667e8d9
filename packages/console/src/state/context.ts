import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Language, Say } from "../words/words.ts";
import type { Account, Client } from "./account.ts";

export interface Texts {
  say: Say;
  language: Language;
  locale: string;
  /** Tells screen readers what changed. */
  announce: (text: string) => void;
}

export interface SignedIn {
  client: Client;
  organizationId: string;
  /** For uploads, whose progress the client cannot tell. */
  token: string;
  /** Called when the service no longer takes the token. */
  expire: () => void;
}

export type Role = Account["organizations"][number]["role"];

/** The person, with the role in the chosen organization. */
export interface Person {
  account: Account;
  role: Role;
}

export const TextsContext = createContext<Texts | null>(null);
export const SignedInContext = createContext<SignedIn | null>(null);

export const PersonContext = createContext<Person | null>(null);

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

/** Ends the session that the service no longer takes. Undefined for a person who has not signed in. */
export const useExpire = () => useContext(SignedInContext)?.expire;

export function usePerson(): Person {
  const person = useContext(PersonContext);
  if (person === null) throw new Error("A component is outside of the account.");
  return person;
}
