import type { Translation } from '../../catalogue.ts'
import type { daySummary as english } from '../en/daySummary.ts'

export const daySummary: Translation<typeof english> = {
  title: 'Synthèse journalière',
  daysIn: 'Jours en {zone}<screen>. Choisissez une ligne pour les détails</screen>',
  noDaysHint: 'Essayez une période plus longue ou effacez les filtres.',
  detailsFor: 'Détails pour {what}',
  previousRow: 'Ligne précédente',
  nextRow: 'Ligne suivante',
  rowOf: '{index} sur {count}',
  day: 'Jour',
  machine: 'Machine',
  product: 'Produit',
  tool: 'Outillage',
  idleMinutes: 'Attente (min)',
  packsPacked: 'Paquets',
  runMinutes: 'Marche (min)',
  runTime: 'Temps de marche',
  idleTime: 'Temps d’attente',
  packsCount: 'Nombre de paquets',
  meanPpm: 'Paquets par minute, moyenne',
  speedTitle: 'Cadence et état de la machine',
  speedSub: 'ppm, par minute, heures en {zone}',
  speedSpoken:
    'Cadence et état de {machine} le {day}, {count, plural, one {{count} minute} other {{count} minutes}}',
  statesTitle: 'Répartition des états de la machine',
  statesSub: 'temps dans chaque état',
  start: 'Début ({zone})',
  mean: 'Moyenne (ppm)',
  state: 'État',
  client: 'Client',
  noPremium: 'Aucun client premium',
}
