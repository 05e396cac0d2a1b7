import type { Translation } from '../../catalogue.ts'
import type { companySignIn as english } from '../en/companySignIn.ts'

/** Sign-in by the company of a person, in Spanish. */
export const companySignIn: Translation<typeof english> = {
  or: 'o',
  withCompany: 'Iniciar sesión con su empresa',
  address: 'Correo electrónico',
  addressHint: 'Su empresa se reconoce por lo que va después de la @.',
  go: 'Continuar',
  notFound: 'Para esta dirección no hay inicio de sesión de empresa.',
  waiting: 'Su empresa ha respondido. Un momento …',
  lost: 'Este inicio de sesión se empezó en otra pestaña u otro navegador. Empiece de nuevo.',
  again: 'Empezar de nuevo',
  back: 'Atrás',
  toLogin: 'Volver al inicio de sesión',
  linked: 'Su empresa abre ahora esta cuenta.',
  confirmed: 'Confirmado. Repita lo que quería hacer.',
  companies: 'Empresas',
  companiesLead: 'Su empresa puede iniciar su sesión en esta cuenta.',
  noCompany: 'Ninguna empresa está vinculada a esta cuenta.',
  joinOf: 'Vincular {name}',
  joined: 'Vinculada el {date}',
  joinedUsed: 'Vinculada el {date}, usada por última vez {used}',
  deletedCompany: 'Un inicio de sesión de empresa eliminado',
  part: 'Desvincular',
  partOf: 'Desvincular {name}',
  partTitle: 'Desvincular empresa',
  partQuestion: '{name} ya no abrirá esta cuenta.',
  partConsequence: 'Las sesiones que abrió terminan. Puede vincularla de nuevo.',
  parting: 'Desvinculando …',
  parted: 'Desvinculada.',
}
