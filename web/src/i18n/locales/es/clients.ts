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
}
