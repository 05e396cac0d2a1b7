import type { Translation } from '../../catalogue.ts'
import type { companySignIn as english } from '../en/companySignIn.ts'

/** Sign-in by the company of a person, in Italian. */
export const companySignIn: Translation<typeof english> = {
  or: 'oppure',
  withCompany: 'Accedi con la Sua azienda',
  address: 'Indirizzo e-mail',
  addressHint: 'La Sua azienda si riconosce da ciò che segue la @.',
  go: 'Continua',
  notFound: 'Per questo indirizzo non è configurato alcun accesso aziendale.',
  waiting: 'La Sua azienda ha risposto. Un momento …',
  lost: 'Questo accesso è stato iniziato in un’altra scheda o in un altro browser. Ricominci.',
  again: 'Ricomincia',
  back: 'Indietro',
  toLogin: 'Torna all’accesso',
  linked: 'La Sua azienda ora apre questo account.',
  confirmed: 'Confermato. Ripeta ciò che voleva fare.',
  companies: 'Aziende',
  companiesLead: 'La Sua azienda può farLa accedere a questo account.',
  noCompany: 'Nessuna azienda è collegata a questo account.',
  joinOf: 'Collega {name}',
  joined: 'Collegata il {date}',
  joinedUsed: 'Collegata il {date}, usata l’ultima volta {used}',
  deletedCompany: 'Un accesso aziendale eliminato',
  part: 'Scollega',
  partOf: 'Scollega {name}',
  partTitle: 'Scollega azienda',
  partQuestion: '{name} non aprirà più questo account.',
  partConsequence: 'Le sessioni che ha aperto terminano. Può collegarla di nuovo.',
  parting: 'Scollegamento …',
  parted: 'Scollegata.',
}
