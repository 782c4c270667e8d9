/** The sign-in of this tab. It ends with the tab, and other tabs do not have it. */
export interface Session {
  token: string;
  /** Absent until an organization was chosen. */
  organizationId?: string;
}

const KEY = "console.session";

export function keptSession(): Session | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

const isSession = (value: unknown): value is Session =>
  typeof value === "object" && value !== null && typeof (value as Session).token === "string";

export function keepSession(session: Session | null): void {
  try {
    if (session === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(session));
  } catch {
    // Without storage the session holds until the page is left.
  }
}
