import type { Edition } from "@emissions/client/types";
import { digits } from "../format/digits.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { hashOf } from "../state/route.ts";
import { Loaded } from "../ui/notices.tsx";
import { Page } from "../ui/page.tsx";
import { Facts } from "../ui/table.tsx";
import { named } from "../words/words.ts";
import { EditionChanges } from "./edition-changes.tsx";

/** An edition, and what it changes. */
export function EditionPage({ id }: { id: string }) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const answer = useAnswer(id, (signal) => client.call("getEdition", { path: { edition_id: id }, signal }));
  return (
    <Page title={answer.value?.title ?? say("explain.edition")}>
      <p>
        <a href={hashOf(["factors", "editions"])}>{say("editions.back")}</a>
      </p>
      <Loaded answer={answer}>
        {(edition) => (
          <>
            <EditionCard edition={edition} />
            {edition.follows && <EditionChanges id={id} follows={edition.follows} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function EditionCard({ edition }: { edition: Edition }) {
  const { say, locale } = useTexts();
  const { bytes, reading, follows, superseded_by: correctedBy, recalculation } = edition;
  return (
    <section class="card">
      <h2>{say("explain.edition")}</h2>
      {correctedBy && (
        <p class="notice failure">
          {say("editions.correctedBy")} <EditionLink id={correctedBy} />
        </p>
      )}
      <Facts
        facts={[
          [say("editions.publisher"), edition.publisher],
          [say("factors.version"), edition.version],
          [say("editions.printed"), edition.printed_on],
          [say("editions.published"), edition.published_on],
          [say("editions.correction"), edition.correction],
          [say("editions.file"), edition.file_name],
          [say("editions.bytes"), bytes && digits(bytes, locale)],
          ["SHA-256", edition.sha256 && <p class="formula">{edition.sha256}</p>],
          [say("explain.licence"), edition.licence],
          [say("editions.retrieved"), edition.retrieved_on],
          [say("editions.reading"), reading && named(say, "reading", reading)],
          [say("editions.before"), follows && <EditionLink id={follows} />],
          [say("editions.datasets"), edition.datasets.join(", ")],
          [say("factors.count"), digits(edition.factors, locale)],
          [
            say("editions.again"),
            recalculation && (
              <p class="formula">
                POST {recalculation.path}?dry_run=true {JSON.stringify({ sources: recalculation.sources })}
              </p>
            ),
          ],
        ]}
      />
    </section>
  );
}

export const EditionLink = ({ id, text = id }: { id: string; text?: string }) => (
  <a href={hashOf(["factors", "editions", id])}>{text}</a>
);
