import type { Translation } from '../../catalogue.ts'
import type { support as english } from '../en/support.ts'

export const support: Translation<typeof english> = {
  title: 'Pacchetto di assistenza',
  what: 'Un file per la persona che vi aiuta: che cos’è questa installazione e come sta. È testo leggibile e non contiene nulla dei vostri clienti.',
  within: 'Contiene',
  without: 'Non contiene',
  versions: 'Versioni di Packboard, dei suoi database e del computer su cui funziona',
  settings: 'Impostazioni: numeri e scelte; delle altre solo se sono definite',
  health: 'Stato, registrazioni danneggiate per mese, spazio libero del disco',
  counts: 'Quanti clienti, macchine, persone e registrazioni ci sono',
  questions: 'Tempi delle interrogazioni delle registrazioni, per tipo',
  log: 'Le righe più recenti del registro del server: eventi, orari e codici',
  names: 'Nomi di clienti, macchine, prodotti, persone e operatori, indirizzi e-mail',
  records: 'Registrazioni, cifre, allarmi e registrazioni di audit',
  secrets: 'Password, token, indirizzi di computer, link',
  download: 'Scarica pacchetto di assistenza',
  look: 'Ogni download è nel registro di audit. Dove nessuno può accedere, il comando «packboard support» scrive lo stesso file sul server.',
}
