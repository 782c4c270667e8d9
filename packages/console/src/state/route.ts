import { useEffect, useState } from "preact/hooks";

/** A place in the console: `#/records/wastes?text=oil`. */
export interface Place {
  path: readonly string[];
  query: Readonly<Record<string, string>>;
}

export function placeOf(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  return {
    path: path.split("/").filter(Boolean).map(decoded),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** A hash that somebody typed may not be decodable. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function hashOf(path: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const filled = Object.entries(query).filter(([, value]) => value !== "");
  const text = `#/${path.map(encodeURIComponent).join("/")}`;
  return filled.length === 0 ? text : `${text}?${new URLSearchParams(filled)}`;
}

export function go(path: readonly string[], query: Readonly<Record<string, string>> = {}): void {
  location.hash = hashOf(path, query);
}

export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return placeOf(hash);
}
