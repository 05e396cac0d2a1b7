import type { Translation } from '../../catalogue.ts'
import type { clients as english } from '../en/clients.ts'

export const clients: Translation<typeof english> = {
  pageTitle: 'Seleccionar cliente',
  pleaseSelect: 'Seleccione el cliente cuyos datos desea ver:',
  selectClient: 'Seleccionar cliente:',
  placeholder: 'Seleccionar cliente...',
  noMatch: 'Ningún cliente con ese nombre',
  none: 'Ningún cliente',
  change: 'Cambiar de cliente: {client}',
  board: 'Clientes según lo que está parado',
  running: '{running} de {machines} en marcha',
  packs: '{packs} envases en este turno',
  offlineCount: '{count, plural, one {# máquina sin conexión} other {# máquinas sin conexión}}',
  closedCount: '{count, plural, one {# máquina cerrada} other {# máquinas cerradas}}',
  nothingStands: 'Nada está parado',
  trouble: '{count, plural, one {# máquina con problemas} other {# máquinas con problemas}}',
}
