import type { AnswerOf } from "@emissions/client";
import { useState } from "preact/hooks";
import { instant } from "../format/dates.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { linkOf } from "../state/link.ts";
import { Choice, Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { PagedList } from "../ui/paged-list.tsx";
import { SecretDialog } from "../ui/secret.tsx";
import { Table } from "../ui/table.tsx";
import { personName, roleOptions } from "./roles.ts";

type Invitation = AnswerOf<"inviteMember">;
type Role = Invitation["role"];
type Open = { kind: "invite" } | { kind: "withdraw" | "token"; invitation: Invitation };

const DAYS = { least: 1, most: 30, usual: 7 };
const TEXT_LENGTH_MAX = 255;

/** The open invitations. The token of a new one is shown once. */
export function Invitations() {
  const { say, locale } = useTexts();
  const { client, organizationId } = useSignedIn();
  const [changes, setChanges] = useState(0);
  const [open, setOpen] = useState<Open | null>(null);
  const [made, setMade] = useState<Invitation | null>(null);
  const close = () => setOpen(null);
  const withdraw = async ({ id }: Invitation) => {
    await client.call("withdrawMemberInvitation", { path: { id } });
    setChanges(changes + 1);
  };
  const invited = (invitation: Invitation) => {
    setMade(invitation);
    setChanges(changes + 1);
  };
  return (
    <section class="card">
      <h2>{say("members.invitations")}</h2>
      <div class="buttons">
        <button type="button" class="main" onClick={() => setOpen({ kind: "invite" })}>
          {say("members.invite")}
        </button>
      </div>
      <PagedList
        id={`invitations ${organizationId} ${changes}`}
        read={(query, signal) => client.call("listMemberInvitations", { query, signal })}
        empty={say("members.noInvitations")}
      >
        {(items) => (
          <InvitationTable items={items} onWithdraw={(invitation) => setOpen({ kind: "withdraw", invitation })} />
        )}
      </PagedList>
      {open?.kind === "invite" && <InviteDialog onInvited={invited} onClose={close} />}
      {open?.kind === "withdraw" && (
        <FormDialog
          title={say("members.withdrawOne", { name: personName(open.invitation) })}
          action={say("members.withdraw")}
          danger
          onSubmit={() => withdraw(open.invitation)}
          onClose={close}
        >
          <p>{say("members.withdrawQuestion", { name: personName(open.invitation) })}</p>
        </FormDialog>
      )}
      {made?.token && open === null && (
        <SecretDialog
          title={say("members.invite")}
          label={say("members.link")}
          secret={linkOf("join", made.token)}
          hint={say("members.linkHint", { date: instant(made.expires_at, locale) })}
          onClose={() => setMade(null)}
        />
      )}
    </section>
  );
}

interface TableProps {
  items: readonly Invitation[];
  onWithdraw: (invitation: Invitation) => void;
}

function InvitationTable({ items, onWithdraw }: TableProps) {
  const { say, locale } = useTexts();
  const rows = items.map((invitation) => {
    const { id, email, role, expires_at } = invitation;
    const name = personName(invitation);
    const withdraw = (
      <button type="button" aria-label={say("members.withdrawOne", { name })} onClick={() => onWithdraw(invitation)}>
        {say("members.withdraw")}
      </button>
    );
    return { key: id, cells: [name, email, say(`role.${role}`), instant(expires_at, locale), withdraw] };
  });
  return (
    <Table
      caption={say("members.invitations")}
      hidden
      columns={[
        { title: say("members.name") },
        { title: say("members.email") },
        { title: say("members.role") },
        { title: say("members.ends") },
        { title: say("ui.actions") },
      ]}
      rows={rows}
    />
  );
}

interface InviteProps {
  onInvited: (invitation: Invitation) => void;
  onClose: () => void;
}

function InviteDialog({ onInvited, onClose }: InviteProps) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const invite = async ({ email = "", first_name, last_name, role, days }: Record<string, string>) => {
    const body = {
      email,
      role: role as Role,
      first_name: first_name || null,
      last_name: last_name || null,
      expires_in_days: Number(days),
    };
    onInvited(await client.call("inviteMember", { body }));
  };
  return (
    <FormDialog title={say("members.invite")} action={say("members.inviteAction")} onSubmit={invite} onClose={onClose}>
      <p>{say("members.inviteHint")}</p>
      <Field label={say("members.email")}>
        {(id) => <input id={id} name="email" type="email" maxLength={TEXT_LENGTH_MAX} autocomplete="off" required />}
      </Field>
      <Field label={say("members.firstName")}>
        {(id) => <input id={id} name="first_name" maxLength={TEXT_LENGTH_MAX} autocomplete="off" />}
      </Field>
      <Field label={say("members.lastName")}>
        {(id) => <input id={id} name="last_name" maxLength={TEXT_LENGTH_MAX} autocomplete="off" />}
      </Field>
      <Choice label={say("members.role")} name="role" value="editor" options={roleOptions(say)} />
      <Field label={say("members.days")}>
        {(id) => (
          <input
            id={id}
            name="days"
            type="number"
            min={DAYS.least}
            max={DAYS.most}
            defaultValue={String(DAYS.usual)}
            required
          />
        )}
      </Field>
    </FormDialog>
  );
}
