import type { Translation } from '../../catalogue.ts'
import type { palette as english } from '../en/palette.ts'

export const palette: Translation<typeof english> = {
  title: 'Recherche et commandes',
  placeholder: 'Machine, page, produit, période …',
  results: 'Ce qui a été trouvé',
  'group.recent': 'Choisis récemment',
  'group.views': 'Vues enregistrées',
  'group.machines': 'Machines',
  'group.goTo': 'Aller à',
  'group.periods': 'Périodes',
  'group.products': 'Produits',
  'group.clients': 'Clients',
  'group.do': 'Actions',
  count: '{count, plural, =0 {Aucun résultat} one {{count} entrée} other {{count} entrées}}',
  nothing: 'Aucun résultat. Essayez une machine, une page, un produit ou une période.',
  choose: 'choisir',
  openIt: 'ouvrir',
  inNewTab: 'nouvel onglet',
  timelineOf: 'Chronologie de {line}',
  daysOfProduct: 'Synthèse journalière, 30 derniers jours',
  saveView: 'Enregistrer cette page, copier le lien …',
  documentation: 'Documentation',
  themeWords: 'thème sombre clair',
  signOutWords: 'quitter se déconnecter',
  ctrl: 'Ctrl',
  esc: 'Échap',
}
