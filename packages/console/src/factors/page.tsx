import { usePerson, useTexts } from "../state/context.ts";
import { useRights } from "../state/rights.ts";
import { hashOf, type Place } from "../state/route.ts";
import { Page } from "../ui/page.tsx";
import { DatabasePage } from "./database.tsx";
import { DatabaseList } from "./databases.tsx";
import { EditionPage } from "./edition.tsx";
import { EditionList } from "./editions.tsx";
import { GroupPage } from "./group.tsx";
import { GroupList } from "./groups.tsx";
import { RecordPage } from "./record.tsx";
import { VersionPage } from "./version.tsx";

/** `#/factors/groups/<id>`, `#/factors/databases/<id>/<version>/<record>` and `#/factors/editions/<id>`. */
export function FactorsPage({ place: { path, query } }: { place: Place }) {
  const { say } = useTexts();
  const { role } = usePerson();
  const { readFactors } = useRights();
  const [, part = "groups", id, version, record] = path;
  if (!readFactors) {
    return (
      <Page title={say("nav.factors")}>
        <p class="notice">{say("factors.mayNot", { role: say(`role.${role}`) })}</p>
      </Page>
    );
  }
  if (part === "groups" && id) return <GroupPage key={id} id={id} />;
  if (part === "databases" && id && version && record)
    return <RecordPage key={record} path={{ database_id: id, source_id: version, record_id: record }} />;
  if (part === "databases" && id && version)
    return <VersionPage key={version} path={{ database_id: id, source_id: version }} query={query} />;
  if (part === "databases" && id) return <DatabasePage key={id} id={id} />;
  if (part === "editions" && id) return <EditionPage key={id} id={id} />;
  const parts = ["groups", "databases", "editions"] as const;
  return (
    <Page title={say("nav.factors")} place={`${part} ${JSON.stringify(query)}`}>
      <nav class="tabs" aria-label={say("nav.factors")}>
        {parts.map((one) => (
          <a key={one} href={hashOf(["factors", one])} {...(one === part && { "aria-current": "page" as const })}>
            {say(`factors.${one}`)}
          </a>
        ))}
      </nav>
      {part === "databases" ? (
        <DatabaseList query={query} />
      ) : part === "editions" ? (
        <EditionList publisher={query.search ?? ""} />
      ) : (
        <GroupList query={query} />
      )}
    </Page>
  );
}
