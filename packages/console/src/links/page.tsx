import { useTexts } from "../state/context.ts";
import type { Link, OnDone } from "../state/link.ts";
import { hashOf } from "../state/route.ts";
import { Page } from "../ui/page.tsx";
import { JoinForm } from "./join.tsx";
import { NewPasswordForm } from "./new-password.tsx";

/** `#/join` and `#/password`: the pages of links that admins send. Nobody needs a session for them. */
export function LinkPage({ link: { page, token }, onDone }: { link: Link; onDone: OnDone }) {
  const { say } = useTexts();
  return (
    <div class="narrow">
      <Page title={say(`link.${page}`)}>
        {token === null ? (
          <p class="notice">{say("link.lost")}</p>
        ) : page === "join" ? (
          <JoinForm token={token} onDone={onDone} />
        ) : (
          <NewPasswordForm token={token} onDone={onDone} />
        )}
        <p>
          <a href={hashOf(["overview"])}>{say("link.signIn")}</a>
        </p>
      </Page>
    </div>
  );
}
