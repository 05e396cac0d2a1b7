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
  board: 'Clienti secondo ciò che è fermo',
  running: '{running} su {machines} in marcia',
  packs: '{packs} confezioni in questo turno',
  offlineCount: '{count, plural, one {# macchina offline} other {# macchine offline}}',
  closedCount: '{count, plural, one {# macchina chiusa} other {# macchine chiuse}}',
  nothingStands: 'Niente è fermo',
  trouble: '{count, plural, one {# macchina con problemi} other {# macchine con problemi}}',
}
