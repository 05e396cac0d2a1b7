import type { Translation } from '../../catalogue.ts'
import type { palette as english } from '../en/palette.ts'

export const palette: Translation<typeof english> = {
  title: 'Cerca e comandi',
  placeholder: 'Macchina, pagina, prodotto, periodo …',
  results: 'Che cosa è stato trovato',
  'group.recent': 'Scelti di recente',
  'group.views': 'Viste salvate',
  'group.machines': 'Macchine',
  'group.goTo': 'Vai a',
  'group.periods': 'Periodi',
  'group.products': 'Prodotti',
  'group.clients': 'Clienti',
  'group.do': 'Azioni',
  count: '{count, plural, =0 {Nessun risultato} one {{count} voce} other {{count} voci}}',
  nothing: 'Nessun risultato. Provi una macchina, una pagina, un prodotto o un periodo.',
  choose: 'scegli',
  openIt: 'apri',
  inNewTab: 'nuova scheda',
  timelineOf: 'Cronologia di {line}',
  daysOfProduct: 'Riepilogo giornaliero, ultimi 30 giorni',
  saveView: 'Salva questa pagina, copia il link …',
  documentation: 'Documentazione',
  themeWords: 'tema scuro chiaro',
  signOutWords: 'disconnetti esci',
  ctrl: 'Ctrl',
  esc: 'Esc',
}
