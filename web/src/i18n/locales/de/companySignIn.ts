import type { Translation } from '../../catalogue.ts'
import type { companySignIn as english } from '../en/companySignIn.ts'

/** Sign-in by the company of a person, in German. */
export const companySignIn: Translation<typeof english> = {
  or: 'oder',
  withCompany: 'Mit Ihrem Unternehmen anmelden',
  address: 'E-Mail-Adresse',
  addressHint: 'Ihr Unternehmen wird an dem erkannt, was nach dem @ steht.',
  go: 'Weiter',
  notFound: 'Für diese Adresse ist keine Firmenanmeldung eingerichtet.',
  waiting: 'Ihr Unternehmen hat geantwortet. Einen Moment bitte …',
  lost: 'Diese Anmeldung wurde in einem anderen Tab oder Browser begonnen. Bitte beginnen Sie neu.',
  again: 'Neu beginnen',
  back: 'Zurück',
  toLogin: 'Zurück zur Anmeldung',
  linked: 'Ihr Unternehmen öffnet nun dieses Konto.',
  confirmed: 'Bestätigt. Bitte wiederholen Sie, was Sie tun wollten.',
  companies: 'Unternehmen',
  companiesLead: 'Ihr Unternehmen kann Sie bei diesem Konto anmelden.',
  noCompany: 'Mit diesem Konto ist kein Unternehmen verbunden.',
  joinOf: '{name} verbinden',
  joined: 'Verbunden am {date}',
  joinedUsed: 'Verbunden am {date}, zuletzt benutzt {used}',
  deletedCompany: 'Eine gelöschte Firmenanmeldung',
  part: 'Trennen',
  partOf: '{name} trennen',
  partTitle: 'Unternehmen trennen',
  partQuestion: '{name} öffnet dieses Konto dann nicht mehr.',
  partConsequence: 'Sitzungen, die es geöffnet hat, enden. Sie können es wieder verbinden.',
  parting: 'Wird getrennt …',
  parted: 'Getrennt.',
}
