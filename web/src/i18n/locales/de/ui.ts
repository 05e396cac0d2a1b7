import type { Translation } from '../../catalogue.ts'
import type { ui as english } from '../en/ui.ts'

export const ui: Translation<typeof english> = {
  loading: 'Wird geladen...',
  noData: 'Keine Daten vorhanden',
  couldNotLoad: 'Laden nicht möglich.',
  offline: 'Offline',
  offlineReason:
    'Dieser Browser hat keine Netzverbindung. Geladen wird, sobald sie wieder besteht.',
  retry: 'Erneut versuchen',
  notAllowed: 'Kein Zugriff',
  notAllowedReason:
    'Ihre Rolle umfasst diese Seite nicht. Wenden Sie sich bei Bedarf an den Administrator Ihres Werks.',
  backToMain: 'Zurück zur Startseite',
  close: 'Schließen',
  dismiss: 'Verwerfen',
  actions: 'Aktionen',
  open: 'Öffnen',
  rowsPerPage: 'Zeilen pro Seite',
  rowsOf: '{first}–{last} von {count}',
  noRows: '0 von 0',
  pages: 'Seiten',
  page: 'Seite {page}',
  previousPage: 'Vorherige Seite',
  nextPage: 'Nächste Seite',
  notifications: 'Meldungen',
  closeNotification: 'Meldung schließen',
  language: 'Sprache',
  languageIs: 'Sprache: {name}',
  languageFailed: 'Diese Sprache konnte nicht geladen werden.',
  sortBy: 'Sortieren nach',
  ascending: '{title}, aufsteigend',
  descending: '{title}, absteigend',
  unsorted: 'Wie aufgeführt',
  incomplete: 'Zahlen von {months} sind unvollständig: Datensätze sind beschädigt.',
  otherText: '(andere)',
}
