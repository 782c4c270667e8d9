import type { ComponentChildren } from "preact";
import { usePerson, useTexts } from "../state/context.ts";

/** The content for admins, or why others do not see it. The API refuses its requests of others, too. */
export function AdminsOnly({ children }: { children: ComponentChildren }) {
  const { say } = useTexts();
  const { role } = usePerson();
  return role === "admin" ? children : <p class="notice">{say("ui.adminsOnly")}</p>;
}
