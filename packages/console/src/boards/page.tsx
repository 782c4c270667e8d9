import { useState } from "preact/hooks";
import { instant } from "../format/dates.ts";
import { digits } from "../format/digits.ts";
import { useAnswer } from "../state/answer.ts";
import { usePerson, useSignedIn, useTexts } from "../state/context.ts";
import { hashOf, type Place } from "../state/route.ts";
import { Loaded } from "../ui/notices.tsx";
import { Page } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";
import { CreateDialog } from "./create.tsx";
import { readCatalogue, withOwner } from "./names.ts";
import { readBoard, readBoards } from "./read.ts";
import { BoardView } from "./view.tsx";

/** `#/dashboards` lists, `#/dashboards/<id>` shows one. */
export function BoardsPage({ place: { path } }: { place: Place }) {
  const [, id] = path;
  return id === undefined ? <BoardList /> : <BoardPage key={id} id={id} />;
}

function BoardList() {
  const { say, locale } = useTexts();
  const { client, organizationId } = useSignedIn();
  const { role } = usePerson();
  const [creating, setCreating] = useState(false);
  const answer = useAnswer(`boards ${organizationId}`, (signal) => readBoards(client, signal));
  return (
    <Page title={say("nav.dashboards")}>
      <Loaded answer={answer}>
        {({ boards, projects }) => {
          const rows = boards.map(({ id, project_id, widgets, updated_at, created_at }) => {
            const project = projects.find((one) => one.id === project_id);
            const owner = project?.parent?.name ?? say("boards.own");
            const link = <a href={hashOf(["dashboards", id])}>{project?.name ?? id}</a>;
            const changed = instant(updated_at ?? created_at, locale);
            return { key: id, cells: [link, digits(widgets.length, locale), changed, owner] };
          });
          const free = projects.filter(
            ({ id, parent }) => parent === null && !boards.some(({ project_id }) => project_id === id),
          );
          return (
            <>
              {(role === "editor" || role === "admin") && (
                <div class="buttons">
                  <button type="button" class="main" onClick={() => setCreating(true)}>
                    {say("boards.new")}
                  </button>
                </div>
              )}
              {rows.length === 0 ? (
                <p class="notice">{say("boards.empty")}</p>
              ) : (
                <section class="card">
                  <Table
                    caption={say("nav.dashboards")}
                    hidden
                    columns={[
                      { title: say("boards.name") },
                      { title: say("boards.widgets"), number: true },
                      { title: say("boards.changed") },
                      { title: say("boards.owner") },
                    ]}
                    rows={rows}
                  />
                </section>
              )}
              {creating && <CreateDialog projects={free} onClose={() => setCreating(false)} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function BoardPage({ id }: { id: string }) {
  const { say } = useTexts();
  const { client, organizationId } = useSignedIn();
  const person = usePerson();
  const answer = useAnswer(`board ${organizationId} ${id}`, async (signal) => {
    const [first, catalogue] = await Promise.all([
      readBoard(client, id, signal),
      readCatalogue(client, person, { organizationId, signal }),
    ]);
    const project = await client.call("getProject", { path: { id: first.board.project_id }, signal });
    return { first, catalogue: withOwner(catalogue, project), project };
  });
  return (
    <Page title={answer.value?.project.name ?? say("nav.dashboards")}>
      <p>
        <a href={hashOf(["dashboards"])}>{say("boards.back")}</a>
      </p>
      <Loaded answer={answer}>
        {(loaded) => <BoardView key={loaded.first.etag} {...loaded} onReadAgain={answer.again} />}
      </Loaded>
    </Page>
  );
}
