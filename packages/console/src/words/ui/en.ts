/** Words of dialogs and forms of all areas. */
export const ui = {
  "ui.cancel": "Cancel",
  "ui.close": "Close",
  "ui.save": "Save",
  "ui.copy": "Copy",
  "ui.copied": "Copied.",
  "ui.copyFailed": "The browser did not allow it. Mark the text and copy it by hand.",
  "ui.once": "This is shown once. Store it in a safe place now.",
  "ui.done": "Done.",
  "ui.actions": "Actions",
  "ui.change": "Change",
  "ui.delete": "Delete",
  "ui.adminsOnly": "Only admins of the organization see this page. Ask one of them.",
  "ui.next": "Next page",
  "ui.previous": "Previous page",
  "ui.page": "Page {page}",
};
