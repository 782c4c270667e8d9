import type { ui as words } from "./en.ts";

export const ui: Record<keyof typeof words, string> = {
  "ui.cancel": "Cancelar",
  "ui.close": "Cerrar",
  "ui.save": "Guardar",
  "ui.copy": "Copiar",
  "ui.copied": "Copiado.",
  "ui.copyFailed": "El navegador no lo ha permitido. Marque el texto y cópielo a mano.",
  "ui.once": "Se muestra una sola vez. Guárdelo ahora en un lugar seguro.",
  "ui.done": "Hecho.",
  "ui.actions": "Acciones",
  "ui.change": "Cambiar",
  "ui.delete": "Borrar",
  "ui.adminsOnly": "Solo los administradores de la organización ven esta página. Pregunte a uno de ellos.",
  "ui.next": "Página siguiente",
  "ui.previous": "Página anterior",
  "ui.page": "Página {page}",
};
