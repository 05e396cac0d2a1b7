import type { Translation } from '../../catalogue.ts'
import type { metrics as english } from '../en/metrics.ts'

export const metrics: Translation<typeof english> = {
  totals: 'Totaux',
  packs: 'Paquets produits',
  idle: 'Temps d’attente total',
  run: 'Temps de marche total',
  oeee: 'OEEE',
  whileRunning: '{ppm} ppm en marche',
  share: '{share} de {window}',
  machineOeee: 'OEEE machine {percent}',
  availability: 'Disponibilité',
  performance: 'Performance',
  quality: 'Qualité',
  estimatedTarget: 'cible estimée',
  partlyMeasured: 'mesurée en partie',
  notMeasured: 'non mesurée',
  lowCoverage: 'Couverture faible : {percent} observé',
  targetTooLow: 'Cadence cible trop basse ?',
  packsAfterGap: '{packs} paquets lus après une interruption, hors OEEE',
  moved: 'Passé de {before} à {after} : {what}',
  movedPlan: 'le planning',
  movedModes: 'les modes de l’unité',
  movedLabels: '{count, plural, one {# motif d’arrêt} other {# motifs d’arrêt}} de {people}',
  movedLabelsOnly: '{count, plural, one {# motif d’arrêt} other {# motifs d’arrêt}}',
  movedSettings:
    '{count, plural, one {# réglage appliqué} other {# réglages appliqués}} au passé par {people}',
  movedSettingsOnly:
    '{count, plural, one {# réglage appliqué} other {# réglages appliqués}} au passé',
  movedNoFigure: 'Changé : {what}',
  formerUser: 'un ancien utilisateur',
  morePeople: '{count} autres',
  recovered: 'dont {time} et {packs} paquets récupérés après des interruptions',
  lastUpdated: 'Dernière mise à jour',
  meanStop: '{time} en moyenne',
  atTarget: 'à la vitesse cible',
}
