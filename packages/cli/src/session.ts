import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { EXIT, Failure, usageFailure } from "./exit.ts";
import type { Io } from "./io.ts";

/** A sign-in with a password, as it is kept between two commands. */
export interface Session {
  url: string;
  organization_id: string;
  email: string;
  /** Bearer token. */
  token: string;
  /** RFC 3339, UTC. */
  expires_at: string;
}

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const OTHERS = 0o077;

/** Relative paths in XDG_CONFIG_HOME are ignored, as its specification demands. */
function folderOf({ env, home }: Io): string {
  const { XDG_CONFIG_HOME: configured = "" } = env;
  return join(isAbsolute(configured) ? configured : join(home, ".config"), "emissions");
}

export const sessionPath = (io: Io): string => join(folderOf(io), "session.json");

/** The stored session. Null if there is none. Refuses a file that other users can read. */
export async function readSession(io: Io): Promise<Session | null> {
  const path = sessionPath(io);
  let text: string;
  try {
    const { mode } = await stat(path);
    if (process.platform !== "win32" && (mode & OTHERS) !== 0)
      throw invalid(`${path} can be read by other users. Delete it, and sign in again`);
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error instanceof Failure ? error : fileFailure(path, error);
  }
  const session = parsed(text);
  if (session === null) throw invalid(`${path} is no session. Delete it, and sign in again`);
  return session;
}

function parsed(text: string): Session | null {
  try {
    const session = JSON.parse(text) as Partial<Session> | null;
    const { url, organization_id, email, token, expires_at } = session ?? {};
    const isWhole = [url, organization_id, email, token, expires_at].every((value) => typeof value === "string");
    return isWhole ? (session as Session) : null;
  } catch {
    return null;
  }
}

const fileFailure = (path: string, error: unknown) =>
  usageFailure(`${path} cannot be used: ${(error as Error).message}`);
const invalid = (message: string) => new Failure(EXIT.signIn, message, "SESSION_FILE_INVALID");

/** Stores the session in a file that only its owner can read. */
export async function writeSession(io: Io, session: Session): Promise<void> {
  const path = sessionPath(io);
  try {
    await mkdir(folderOf(io), { recursive: true, mode: OWNER_ONLY_FOLDER });
    await replaceFile(path, `${JSON.stringify(session, null, 2)}\n`);
  } catch (error) {
    throw fileFailure(path, error);
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  // A new file gets its mode before its content. A rename replaces a file of an earlier session with any mode.
  const temporary = `${path}.${randomUUID()}`;
  const file = await open(temporary, "wx", OWNER_ONLY);
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

export const deleteSession = (io: Io): Promise<void> => rm(sessionPath(io), { force: true });
