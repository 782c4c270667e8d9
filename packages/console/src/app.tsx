import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { LinkPage } from "./links/page.tsx";
import { Main } from "./pages/main.tsx";
import { SignInPage } from "./pages/sign-in.tsx";
import { clientOf, signOut } from "./state/account.ts";
import { isExpired } from "./state/answer.ts";
import { type Role, SignedInContext, type Texts, TextsContext } from "./state/context.ts";
import { useLink } from "./state/link.ts";
import { firstLanguage, keepLanguage, localeOf } from "./state/preferences.ts";
import { go } from "./state/route.ts";
import { keepSession, keptSession, type Session } from "./state/session.ts";
import { Shell } from "./ui/shell.tsx";
import { reasonsOf } from "./words/reasons.ts";
import { type Language, sayIn } from "./words/words.ts";

export function App() {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  const [heard, setHeard] = useState("");
  const [session, setSession] = useState<Session | null>(keptSession);
  const [role, setRole] = useState<Role | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  /** Of the person who has just used a link. */
  const [email, setEmail] = useState("");
  const link = useLink();
  const texts: Texts = useMemo(
    () => ({ say: sayIn(language), language, locale: localeOf(language), announce: setHeard }),
    [language],
  );
  const { say } = texts;
  // Before the words of a language are on the screen: screen readers pronounce them by this attribute.
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    keepLanguage(language);
  }, [language]);

  const change = (next: Session | null, why: string | null = null) => {
    keepSession(next);
    setNotice(why);
    setSession(next);
  };
  const enter = (token: string) => {
    setEmail("");
    change({ token });
  };
  const end = ({ token }: Session) => {
    // The browser forgets the token even when the service does not answer.
    change(null);
    signOut(token).catch((error) => {
      // A new password ends all sessions by itself.
      if (!isExpired(error)) setNotice(say("signOut.failed", { reason: reasonsOf(error, say).join(" ") }));
    });
  };
  const linkUsed = (why: string, person: string) => {
    // The link may be for another person than the one who has signed in here.
    if (session) end(session);
    setNotice(why);
    setEmail(person);
    go(["overview"]);
  };
  const signedIn = useMemo(
    () =>
      session && {
        client: clientOf(session.token, session.organizationId),
        organizationId: session.organizationId ?? "",
        token: session.token,
        expire: () => change(null, say("signIn.expired")),
      },
    [session, say],
  );
  return (
    <TextsContext.Provider value={texts}>
      <Shell
        heard={heard}
        language={language}
        onLanguage={setLanguage}
        {...(session && { onSignOut: () => end(session) })}
        navigation={!link && session?.organizationId !== undefined}
        role={role}
      >
        {link ? (
          <LinkPage key={link.token} link={link} onDone={linkUsed} />
        ) : session && signedIn ? (
          <SignedInContext.Provider value={signedIn}>
            <Main
              session={session}
              onOrganization={(organizationId) => change({ ...session, organizationId })}
              onRole={setRole}
            />
          </SignedInContext.Provider>
        ) : (
          <SignInPage notice={notice} email={email} onToken={enter} />
        )}
      </Shell>
    </TextsContext.Provider>
  );
}
