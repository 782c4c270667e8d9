import type { AnswerOf } from "@emissions/client";
import type { Client } from "../state/account.ts";
import type { Layouts } from "./layout.ts";

type Stored = AnswerOf<"getDashboard">;
export type Widget = Stored["widgets"][number];
export type Board = Omit<Stored, "layouts"> & { layouts: Layouts };
export type WidgetType = Widget["type"];

/** A dashboard, and the tag that its next change names. */
export interface Version {
  board: Board;
  etag: string;
}

/** The part of a dashboard that an editor changes. */
export interface Draft {
  widgets: Widget[];
  layouts: Layouts;
}

type Revive = (key: string, value: unknown, context: { source: string }) => unknown;
const json = JSON as typeof JSON & { rawJSON: (text: string) => unknown };

/** Parses JSON. Numbers that would be written back with other digits stay as they are: configs keep theirs. */
export function parsed<T>(text: string): T {
  const revive: Revive = (_, value, { source }) =>
    typeof value === "number" && String(value) !== source ? json.rawJSON(source) : value;
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown);
}

async function versionOf(response: Response): Promise<Version> {
  return { board: parsed<Board>(await response.text()), etag: response.headers.get("etag") ?? "" };
}

export const readBoard = async (client: Client, id: string, signal: AbortSignal): Promise<Version> =>
  versionOf(await client.response("getDashboard", { path: { id }, signal }));

/** Refused with 412 if someone else has changed the dashboard since it was read. */
export const saveBoard = async (
  client: Client,
  { board: { id }, etag }: Version,
  { widgets, layouts }: Draft,
): Promise<Version> =>
  versionOf(
    await client.response("updateDashboard", {
      path: { id },
      headers: { "If-Match": etag },
      body: { widgets, layouts },
    }),
  );

/** The dashboards that the organization sees, with the projects whose names they have. */
export async function readBoards(client: Client, signal: AbortSignal) {
  const [boards, projects] = await Promise.all([
    client.call("listDashboards", { signal }),
    client.call("listProjects", { signal }),
  ]);
  return { boards, projects };
}
export type Project = Awaited<ReturnType<typeof readBoards>>["projects"][number];
