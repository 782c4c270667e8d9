/** Words of the pages of links that admins send. */
export const links = {
  "link.join": "Invitation",
  "link.password": "New password",
  "link.lost": "The link is not in this page any more. Open it again from the message that you got.",
  "link.signIn": "To the sign-in",
  "join.intro": "{organization} invites {email}. Your role is: {role}. The link ends on {date}.",
  "join.who": "Your account",
  "join.new": "I am new here, and choose a password",
  "join.known": "I have a password here already",
  "join.elsewhere": "I sign in at another provider, without a password here",
  "join.accept": "Accept the invitation",
  "join.confirm":
    "This address has an account here with another password. Enter the password of the account to confirm that it is yours.",
  "join.done": "You are a member of {organization} now. Sign in.",
  "join.doneElsewhere": "You are a member of {organization} now. Sign in at your provider.",
  "password.intro": "Choose a new password. You are signed out everywhere, and your API keys stay.",
  "password.save": "Save the password",
  "password.done": "Your password is changed. Sign in with it.",
  "link.notFound":
    "This link does not work. It is wrong, used, expired or withdrawn. Ask the person who sent it for a new one.",
  "code.PASSWORD_RESET_INVALID":
    "This link does not work. It is wrong, used, replaced or expired. Ask the person who sent it for a new one.",
  "code.ORGANIZATION_ARCHIVED": "The organization is archived, and takes no changes.",
  "code.RECORD_CHANGED_MEANWHILE": "Another request has changed this meanwhile. Try again.",
  "cell.value_error.password": "The password must not be the email address.",
};
