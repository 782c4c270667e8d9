import type { links as words } from "./en.ts";

export const links: Record<keyof typeof words, string> = {
  "link.join": "Invitación",
  "link.password": "Contraseña nueva",
  "link.lost": "El enlace ya no está en esta página. Ábralo de nuevo desde el mensaje que recibió.",
  "link.signIn": "Ir a iniciar sesión",
  "join.intro": "{organization} invita a {email}. Su rol es: {role}. El enlace termina el {date}.",
  "join.who": "Su cuenta",
  "join.new": "Soy nuevo aquí y elijo una contraseña",
  "join.known": "Ya tengo una contraseña aquí",
  "join.elsewhere": "Inicio sesión en otro proveedor, sin contraseña aquí",
  "join.accept": "Aceptar la invitación",
  "join.confirm":
    "Esta dirección tiene aquí una cuenta con otra contraseña. Escriba la contraseña de la cuenta para confirmar que es suya.",
  "join.done": "Ya es miembro de {organization}. Inicie sesión.",
  "join.doneElsewhere": "Ya es miembro de {organization}. Inicie sesión en su proveedor.",
  "password.intro": "Elija una contraseña nueva. Se cierran todas sus sesiones, y sus claves de API siguen.",
  "password.save": "Guardar la contraseña",
  "password.done": "Su contraseña se ha cambiado. Inicie sesión con ella.",
  "link.notFound":
    "Este enlace no funciona. Es incorrecto, se usó, caducó o se retiró. Pida uno nuevo a quien se lo envió.",
  "code.PASSWORD_RESET_INVALID":
    "Este enlace no funciona. Es incorrecto, se usó, se reemplazó o caducó. Pida uno nuevo a quien se lo envió.",
  "code.ORGANIZATION_ARCHIVED": "La organización está archivada y no admite cambios.",
  "code.RECORD_CHANGED_MEANWHILE": "Otra petición ha cambiado esto mientras tanto. Inténtelo de nuevo.",
  "cell.value_error.password": "La contraseña no puede ser la dirección de correo.",
};
