import type { Translation } from '../../catalogue.ts'
import type { savedViews as english } from '../en/savedViews.ts'

export const savedViews: Translation<typeof english> = {
  title: 'Gespeicherte Ansichten',
  name: 'Diese Seite speichern als',
  save: 'Speichern',
  saving: 'Speichert …',
  share: 'Alle, die diesen Kunden sehen, finden sie',
  list: 'Gespeicherte Ansichten',
  none: 'Noch nichts gespeichert. Eine Ansicht ist eine Seite mit ihren Filtern und ihrem Zeitraum.',
  saved: 'Gespeichert: {name}',
  deleted: 'Gelöscht: {name}',
  delete: '{name} löschen',
  shared: 'geteilt',
  sharedBy: 'geteilt von {name}',
  shareLink: 'Link dieser Seite kopieren',
  copyLink: 'Link kopieren',
  exactPeriod: 'Genau dieser Zeitraum',
  thisPage: 'Diese Seite',
  copied: 'Der Link ist in der Zwischenablage.',
  byHand: 'Diesen Link kopieren',
}
