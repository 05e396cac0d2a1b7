import type { Translation } from '../../catalogue.ts'
import type { clients as english } from '../en/clients.ts'

export const clients: Translation<typeof english> = {
  pageTitle: 'Seleziona cliente',
  pleaseSelect: 'Selezioni il cliente di cui desidera vedere i dati:',
  selectClient: 'Seleziona cliente:',
  placeholder: 'Seleziona cliente...',
  noMatch: 'Nessun cliente con questo nome',
  none: 'Nessun cliente',
  change: 'Cambia cliente: {client}',
}
