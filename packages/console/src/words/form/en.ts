/** Words of fields in forms. */
export const form = {
  required: "required",
  "form.number": "Write digits, with “{sign}” before decimals and no sign between thousands.",
  "form.seconds": "{seconds} s",
  "form.integer": "Write a whole number.",
  "form.choose": "Choose an entry of the list.",
  "form.refused": "Values were refused. The reasons stand beside the fields.",
};
