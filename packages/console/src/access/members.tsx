import type { AnswerOf } from "@emissions/client";
import { useState } from "preact/hooks";
import { instant } from "../format/dates.ts";
import { usePerson, useSignedIn, useTexts } from "../state/context.ts";
import { linkOf } from "../state/link.ts";
import { AdminsOnly } from "../ui/admins-only.tsx";
import { Choice } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Page } from "../ui/page.tsx";
import { PagedList } from "../ui/paged-list.tsx";
import { SecretDialog } from "../ui/secret.tsx";
import { Table } from "../ui/table.tsx";
import { Invitations } from "./invitations.tsx";
import { personName, roleOptions } from "./roles.ts";

export type Member = AnswerOf<"listMembers">["items"][number];
type Open = { kind: "change" | "remove" | "reset"; member: Member } | { kind: "token"; token: string };

const STATUSES = ["active", "disabled"] as const;

/** The members of the organization, and invitations of further ones. */
export function MembersPage() {
  const { say } = useTexts();
  return (
    <Page title={say("nav.members")}>
      <AdminsOnly>
        <Members />
        <Invitations />
      </AdminsOnly>
    </Page>
  );
}

function Members() {
  const { say } = useTexts();
  const { client, organizationId } = useSignedIn();
  const [changes, setChanges] = useState(0);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const changed = () => setChanges(changes + 1);
  return (
    <section class="card">
      <h2>{say("nav.members")}</h2>
      <PagedList
        id={`members ${organizationId} ${changes}`}
        read={(query, signal) => client.call("listMembers", { query, signal })}
        empty={say("records.empty")}
      >
        {(members) => <MemberTable members={members} onOpen={setOpen} />}
      </PagedList>
      {open?.kind === "change" && <ChangeDialog member={open.member} onChanged={changed} onClose={close} />}
      {open?.kind === "remove" && <RemoveDialog member={open.member} onRemoved={changed} onClose={close} />}
      {open?.kind === "reset" && (
        <ResetDialog member={open.member} onToken={(token) => setOpen({ kind: "token", token })} onClose={close} />
      )}
      {open?.kind === "token" && (
        <SecretDialog
          title={say("members.reset")}
          label={say("members.resetLink")}
          hint={say("members.resetHint")}
          secret={linkOf("password", open.token)}
          onClose={close}
        />
      )}
    </section>
  );
}

function MemberTable({ members, onOpen }: { members: readonly Member[]; onOpen: (open: Open) => void }) {
  const { say, locale } = useTexts();
  const { account } = usePerson();
  const rows = members.map((member) => {
    const { user_id, email, role, status, created_at } = member;
    const name = personName(member);
    const isSelf = user_id === account.user_id;
    const actions = (
      <div class="tools">
        <button
          type="button"
          aria-label={say("members.change", { name })}
          onClick={() => onOpen({ kind: "change", member })}
        >
          {say("ui.change")}
        </button>
        {!isSelf && (
          <button
            type="button"
            aria-label={say("members.resetOne", { name })}
            onClick={() => onOpen({ kind: "reset", member })}
          >
            {say("members.reset")}
          </button>
        )}
        <button
          type="button"
          aria-label={say("members.removeOne", { name })}
          onClick={() => onOpen({ kind: "remove", member })}
        >
          {say("members.remove")}
        </button>
      </div>
    );
    const shown = isSelf ? `${name} (${say("members.you")})` : name;
    const cells = [shown, email, say(`role.${role}`), say(`memberStatus.${status}`), instant(created_at, locale)];
    return { key: user_id, cells: [...cells, actions] };
  });
  return (
    <Table
      caption={say("nav.members")}
      hidden
      columns={[
        { title: say("members.name") },
        { title: say("members.email") },
        { title: say("members.role") },
        { title: say("members.status") },
        { title: say("members.since") },
        { title: say("ui.actions") },
      ]}
      rows={rows}
    />
  );
}

interface DialogProps {
  member: Member;
  onClose: () => void;
}

function ChangeDialog({ member, onChanged, onClose }: DialogProps & { onChanged: () => void }) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const change = async ({ role = "", status = "" }: Record<string, string>) => {
    const body = { role: role as Member["role"], status: status as Member["status"] };
    await client.call("updateMember", { path: { user_id: member.user_id }, body });
    onChanged();
  };
  return (
    <FormDialog
      title={say("members.change", { name: personName(member) })}
      action={say("ui.save")}
      onSubmit={change}
      onClose={onClose}
    >
      <Choice label={say("members.role")} name="role" value={member.role} options={roleOptions(say)} />
      <Choice
        label={say("members.status")}
        name="status"
        value={member.status}
        options={STATUSES.map((value) => ({ value, text: say(`memberStatus.${value}`) }))}
      />
    </FormDialog>
  );
}

function RemoveDialog({ member, onRemoved, onClose }: DialogProps & { onRemoved: () => void }) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const name = personName(member);
  const remove = async () => {
    await client.call("removeMember", { path: { user_id: member.user_id } });
    onRemoved();
  };
  return (
    <FormDialog
      title={say("members.removeOne", { name })}
      action={say("members.remove")}
      danger
      onSubmit={remove}
      onClose={onClose}
    >
      <p>{say("members.removeQuestion", { name })}</p>
    </FormDialog>
  );
}

function ResetDialog({ member, onToken, onClose }: DialogProps & { onToken: (token: string) => void }) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const [token, setToken] = useState<string | null>(null);
  const name = personName(member);
  const reset = async () => {
    const made = await client.call("createPasswordReset", { path: { user_id: member.user_id } });
    setToken(made.token);
  };
  return (
    <FormDialog
      title={say("members.resetOne", { name })}
      action={say("members.inviteAction")}
      onSubmit={reset}
      onClose={() => (token === null ? onClose() : onToken(token))}
    >
      <p>{say("members.resetQuestion", { name })}</p>
    </FormDialog>
  );
}
