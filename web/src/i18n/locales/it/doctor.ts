import type { Translation } from '../../catalogue.ts'
import type { doctor as english } from '../en/doctor.ts'

export const doctor: Translation<typeof english> = {
  title: 'Quale tabella è giusta',
  scores: 'Transizioni di PackML con ogni tabella',
  legal: '{legal} di {of} permesse',
  inUse: 'in uso',
  words:
    'La macchina chiama i suoi stati per nome: i numeri non vengono letti e la tabella non conta.',
  watching:
    '{pairs, plural, =0 {Non si è ancora visto nulla.} one {Si è vista # transizione diversa.} other {Si sono viste # transizioni diverse.}} Quando la macchina parte o si ferma si sa di più.',
  tied: 'Non ancora decidibile: {first} e {second} spiegano allo stesso modo ciò che si è visto. Una partenza o un arresto della macchina decide.',
  none: 'Nessuna delle tabelle note va bene: i numeri sono del costruttore. Date alla macchina una tabella propria.',
  foundInUse: '{name} va bene ed è in uso.',
  foundOther: '{name} va bene; la macchina si legge con {inUse}.',
  foundBesideTable: '{name} va bene; la macchina si legge con una tabella propria.',
  use: 'Usa questa tabella: {name}',
  asItIs: 'Va bene così',
  confirming: 'Conferma...',
  done: 'Confermata',
  provisional: 'Provvisorio',
  provisionalWhy:
    'Le cifre di questa macchina sono provvisorie finché qualcuno non conferma la sua tabella. Confermare non ne cambia nessuna; un’altra tabella vale dal prossimo messaggio.',
  whoConfirms: 'La conferma chi gestisce l’installazione.',
  confirmedBy: 'Confermata da {name}, {at}',
  confirmedBefore: 'In uso prima che si potesse confermare; vale come confermata dal {at}',
}
