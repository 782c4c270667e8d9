import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import type { DatabaseConfig } from "../process/config.ts";
import { urlsOf } from "../process/database-url.ts";
import { openSocket } from "./socket.ts";

interface LoginOptions {
  socket: typeof openSocket;
  /** Without it the driver takes the password of the address. */
  password?: () => string;
}

/** Options of the driver for the password. A file is read for each connection, so a new password needs no restart. */
export function loginOptions({ DATABASE_URL, DATABASE_PASSWORD_FILE: file }: DatabaseConfig): LoginOptions {
  if (file === undefined) return { socket: openSocket };
  if (urlsOf(DATABASE_URL)[0]!.password !== "") {
    throw new Error("Set DATABASE_PASSWORD_FILE or the password in DATABASE_URL, not both");
  }
  let password = "";
  return {
    // The driver does not catch errors of `password`, so the file is read when the connection is opened.
    socket: (options, host, port): Socket => {
      const socket = openSocket(options, host, port);
      try {
        password = readFileSync(file, "utf8").trim();
      } catch (error) {
        // The driver listens for errors of the socket after it has got it.
        setImmediate(() => socket.destroy(error as Error));
      }
      return socket;
    },
    password: () => password,
  };
}
