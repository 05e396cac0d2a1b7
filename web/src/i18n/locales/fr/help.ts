import type { Translation } from '../../catalogue.ts'
import type { help as english } from '../en/help.ts'

export const help: Translation<typeof english> = {
  title: 'Aide',
  showTour: 'Afficher la visite',
  version: 'Packboard {version}',
  versionOfCommit: 'Packboard {version} ({commit})',
  runningSince: 'En service depuis {since}',
  shortcuts: 'Raccourcis clavier',
  keysThen: 'puis',
  arrows: 'Flèches',
  alongFigures: 'Au chiffre suivant d’un groupe ou le long d’un graphique',
  escape: 'Échap',
  closeOpen: 'Fermer ce qui est ouvert',
  singleKeys: 'Les touches seules sont des raccourcis',
  singleKeysText: 'Pas pendant la saisie. Échap fonctionne toujours.',
  'key.home': 'Aller à la page d’accueil',
  'key.overview': 'Aller à la vue d’ensemble des machines',
  'key.daySummary': 'Aller à la Synthèse journalière',
  'key.panel': 'Aller à l’Administration',
  'key.find': 'Aux filtres ou à la recherche de la page',
  'key.help': 'Afficher cette aide',
  onCard: 'Sur la carte d’une machine',
  totals: 'Totaux d’une période',
  charts: 'Graphiques d’une machine',
  days: 'Jours',
  step: '{step} sur {steps}',
  skip: 'Passer',
  back: 'Retour',
  next: 'Suivant',
  done: 'Terminé',
  'tour.card': 'Chaque carte est une machine',
  'tour.cardText':
    'Couleur, forme et mot disent la même chose : ce qu’elle fait et depuis quand. La bande montre les dernières heures. Choisissez une carte pour ses graphiques, ses alarmes et son journal des modifications.',
  'tour.totals': 'Totaux depuis le début du poste',
  'tour.totalsText':
    'Paquets et temps sont comptés de cette heure de début à maintenant. Ils sont relus toutes les 30 secondes ; un changement d’état arrive en moins d’une seconde.',
  'tour.past': 'Du présent au passé',
  'tour.pastText':
    'La Synthèse journalière a une ligne par jour, machine, produit et outillage. L’Administration est pour ceux qui gèrent machines et utilisateurs.',
  'tour.reason': 'Aucun chiffre sans explication',
  'tour.reasonText':
    'Le i à côté d’un chiffre dit ce qu’il signifie, la loupe montre les enregistrements dont il provient. Tout cela et les raccourcis clavier sont dans l’Aide : appuyez sur ?',
  documentation: 'Documentation (en anglais)',
}
