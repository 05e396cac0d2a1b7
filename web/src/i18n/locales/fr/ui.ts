import type { Translation } from '../../catalogue.ts'
import type { ui as english } from '../en/ui.ts'

export const ui: Translation<typeof english> = {
  loading: 'Chargement...',
  noData: 'Aucune donnée trouvée',
  couldNotLoad: 'Chargement impossible.',
  offline: 'Hors ligne',
  offlineReason:
    'Ce navigateur n’a pas de réseau. Le chargement reprend dès que le réseau revient.',
  retry: 'Réessayer',
  notAllowed: 'Accès non autorisé',
  notAllowedReason:
    'Votre rôle ne comprend pas cette page. Si vous en avez besoin, adressez-vous à l’administrateur de votre site.',
  backToMain: 'Retour à la page d’accueil',
  close: 'Fermer',
  dismiss: 'Ignorer',
  actions: 'Actions',
  open: 'Ouvrir',
  rowsPerPage: 'Lignes par page',
  rowsOf: '{first}–{last} sur {count}',
  noRows: '0 sur 0',
  pages: 'Pages',
  page: 'Page {page}',
  previousPage: 'Page précédente',
  nextPage: 'Page suivante',
  notifications: 'Notifications',
  closeNotification: 'Fermer la notification',
  language: 'Langue',
  languageIs: 'Langue : {name}',
  languageFailed: 'Impossible de charger cette langue.',
  colours: 'Couleurs',
  coloursAre: 'Couleurs : {name}',
  dark: 'Sombre',
  light: 'Clair',
  auto: 'Comme l’appareil',
  sortBy: 'Trier par',
  ascending: '{title}, croissant',
  descending: '{title}, décroissant',
  unsorted: 'Comme dans la liste',
  incomplete:
    'Les chiffres de {months} sont incomplets : une partie de leurs enregistrements est endommagée.',
  otherText: '(autres)',
}
