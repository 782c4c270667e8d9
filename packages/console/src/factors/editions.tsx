import { digits } from "../format/digits.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { hashOf } from "../state/route.ts";
import { PagedList } from "../ui/paged-list.tsx";
import { Table } from "../ui/table.tsx";
import { NameSearch } from "./search.tsx";

/** The editions that published factors come from. */
export function EditionList({ publisher }: { publisher: string }) {
  const { say, locale } = useTexts();
  const { client } = useSignedIn();
  return (
    <>
      <NameSearch key={publisher} label={say("editions.publisher")} path={["factors", "editions"]} text={publisher} />
      <section class="card">
        <PagedList
          id={publisher}
          read={(query, signal) => client.call("listEditions", { query: { ...query, publisher }, signal })}
          empty={say("editions.none")}
        >
          {(editions) => (
            <Table
              caption={say("factors.editions")}
              hidden
              columns={[
                { title: say("explain.edition") },
                { title: say("editions.publisher") },
                { title: say("editions.published") },
                { title: say("factors.count"), number: true },
                { title: say("records.status") },
              ]}
              rows={editions.map(
                ({ id, title, publisher: by, published_on: day, factors, superseded_by, current }) => ({
                  key: id,
                  cells: [
                    <a key="title" href={hashOf(["factors", "editions", id])}>
                      {title}
                    </a>,
                    by,
                    day ?? "",
                    digits(factors, locale),
                    superseded_by ? say("editions.corrected") : current ? say("editions.newest") : "",
                  ],
                }),
              )}
            />
          )}
        </PagedList>
      </section>
    </>
  );
}
