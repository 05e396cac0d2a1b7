import type { Translation } from '../../catalogue.ts'
import type { support as english } from '../en/support.ts'

export const support: Translation<typeof english> = {
  title: 'Paquete de soporte',
  what: 'Un archivo para la persona que le ayuda: qué es esta instalación y cómo está. Es texto legible y no contiene nada de sus clientes.',
  within: 'Contiene',
  without: 'No contiene',
  versions: 'Versiones de Packboard, de sus bases de datos y del equipo en el que funciona',
  settings: 'Ajustes: números y opciones; de los demás solo si están definidos',
  health: 'Estado, registros dañados por mes, espacio libre del disco',
  counts: 'Cuántos clientes, máquinas, personas y registros hay',
  questions: 'Tiempos de las consultas a los registros, por su tipo',
  log: 'Las líneas más recientes del registro del servidor: sucesos, horas y códigos',
  names: 'Nombres de clientes, máquinas, productos, personas y operadores, direcciones de correo',
  records: 'Registros, cifras, alarmas y registros de auditoría',
  secrets: 'Contraseñas, tokens, direcciones de equipos, enlaces',
  download: 'Descargar paquete de soporte',
  look: 'Cada descarga queda en el registro de auditoría. Donde nadie puede iniciar sesión, el comando «packboard support» escribe el mismo archivo en el servidor.',
}
