import type { CustomGroup } from "@emissions/client/types";
import { useState } from "preact/hooks";
import { FieldsDialog } from "../entry/fields-dialog.tsx";
import type { Body } from "../entry/use-fields.tsx";
import { digits } from "../format/digits.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { useRights } from "../state/rights.ts";
import { go, hashOf } from "../state/route.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Loaded } from "../ui/notices.tsx";
import { Page, readAgain } from "../ui/page.tsx";
import { Facts } from "../ui/table.tsx";
import { named } from "../words/words.ts";
import { entriesOf, withNulls } from "./bodies.ts";
import { descriptionColumn, nameColumn } from "./columns.ts";
import { daysText } from "./days.ts";
import { EvidenceCard } from "./evidence.tsx";
import { GroupFactors } from "./group-factors.tsx";
import { unitNames } from "./units.ts";

/** A custom emission group with its factors and its evidence. */
export function GroupPage({ id }: { id: string }) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const { edit } = useRights();
  const answer = useAnswer(id, async (signal) => {
    const [group, units] = await Promise.all([
      client.call("getCustomGroup", { path: { id }, signal }),
      unitNames(client),
    ]);
    return { group, units };
  });
  return (
    <Page title={answer.value?.group.name ?? say("factors.group")}>
      <p>
        <a href={hashOf(["factors", "groups"])}>{say("factors.back")}</a>
      </p>
      <Loaded answer={answer}>
        {({ group, units }) => {
          const mayChange = edit && group.is_owner;
          return (
            <>
              <GroupCard group={group} mayChange={mayChange} again={() => readAgain(answer)} />
              <GroupFactors group={group} units={units} mayChange={mayChange} again={() => readAgain(answer)} />
              <EvidenceCard
                evidence={group.evidence}
                mayRead={group.is_owner}
                mayChange={mayChange}
                attach={async (file_ids) => {
                  await client.call("attachGroupEvidence", { path: { id }, body: { file_ids } });
                }}
                detach={async (file_id) => {
                  await client.call("detachGroupEvidence", { path: { id, file_id } });
                }}
                again={() => readAgain(answer)}
              />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

interface CardProps {
  group: CustomGroup;
  mayChange: boolean;
  again: () => void;
}

function GroupCard({ group, mayChange, again }: CardProps) {
  const { say, locale } = useTexts();
  const { client } = useSignedIn();
  const [open, setOpen] = useState(false);
  const path = { id: group.id };
  const change = async (body: Body) => {
    await client.call("updateCustomGroup", { path, body: withNulls(body, ["description"]) });
    again();
  };
  const remove = async () => {
    await client.call("deleteCustomGroup", { path });
    go(["factors", "groups"]);
  };
  return (
    <section class="card">
      <h2>{say("factors.group")}</h2>
      <Facts
        facts={[
          [say("overview.category"), named(say, "groupCategory", group.category)],
          [say("factors.description"), group.description],
          [say("factors.days"), daysText(group, say, locale)],
          [say("factors.owner"), group.parent?.name ?? say("factors.own")],
          [say("explain.revision"), digits(group.revision, locale)],
        ]}
      />
      {mayChange && (
        <div class="buttons">
          <button type="button" onClick={() => setOpen(true)}>
            {say("factors.changeGroup")}
          </button>
          <Confirm
            action={say("factors.deleteGroup")}
            question={say("factors.deleteGroupQuestion")}
            onConfirm={remove}
          />
        </div>
      )}
      {open && (
        <FieldsDialog
          title={say("factors.changeGroup")}
          columns={[nameColumn(say), descriptionColumn(say)]}
          initial={entriesOf({ name: group.name, description: group.description })}
          onSubmit={change}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
