import type { form as words } from "./en.ts";

export const form: Record<keyof typeof words, string> = {
  required: "obligatorio",
  "form.number": "Escriba cifras, con «{sign}» delante de los decimales y ningún signo entre los millares.",
  "form.seconds": "{seconds} s",
  "form.integer": "Escriba un número entero.",
  "form.choose": "Elija una entrada de la lista.",
  "form.refused": "Se han rechazado valores. Los motivos están junto a los campos.",
};
