import type { Translation } from '../../catalogue.ts'
import type { stops as english } from '../en/stops.ts'

/** The list of stops, and one stop, in French. */
export const stops: Translation<typeof english> = {
  title: 'Arrêts',
  listOf: 'Arrêts : {name}',
  everyStop: 'toutes les causes',
  count: '{count, plural, one {{count} arrêt} other {{count} arrêts}}',
  start: 'Début',
  end: 'Fin',
  length: 'Durée',
  cause: 'Cause',
  state: 'État',
  operator: 'Opérateur',
  product: 'Produit',
  tool: 'Outillage',
  lostPacks: 'Paquets perdus',
  coverage: 'Couverture',
  beganBefore: 'commencé avant',
  beganBeforeLong: 'Il a commencé avant la période. Seule sa partie dans la période compte.',
  stillOpen: 'La machine n’a plus fonctionné ensuite dans la période.',
  openStop: 'L’arrêt ouvert',
  openStopOf: 'Ouvrir l’arrêt de {time}',
  stopOf: 'Arrêt de {time}',
  closeStop: 'Fermer l’arrêt',
  closeList: 'Fermer la liste des arrêts',
  backToList: 'Retour à la liste',
  noneHint: 'Aucun arrêt n’a de temps de cette partie dans la période.',
  onlyMicro:
    'Seuls des micro-arrêts ont du temps de cette part. « Micro-arrêts aussi » les affiche.',
  notFound: 'Cet arrêt n’est pas dans la période affichée.',
  firstOut: 'Première alarme',
  none: 'Aucune',
  whatHappened: 'Temps dans chaque état',
  around: 'Afficher les cinq minutes avant et après',
  lost: '{packs} paquets perdus',
  noTarget: 'paquets perdus inconnus : pas de cadence cible',
  machine: 'Machine',
  openOnMachine: 'Ouvrir sur la page de {machine}',
  tooLong:
    'Une liste de toutes les machines couvre au plus 31 jours. Choisissez une période plus courte ou une machine.',
  showEvery: 'Lister tous les arrêts',
}
