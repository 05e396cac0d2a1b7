import type { Translation } from '../../catalogue.ts'
import type { timeline as english } from '../en/timeline.ts'

/** The lanes of all machines on one axis, in French. */
export const timeline: Translation<typeof english> = {
  title: 'Chronologie',
  line: 'Ligne',
  keys: 'Pistes des machines : gauche et droite d’un arrêt à l’autre, haut et bas d’une machine à l’autre, Entrée ouvre, + et − zooment, 0 affiche les dernières 24 heures',
  noStop: 'Aucun arrêt choisi',
  pieceOf: '{machine} : {state}, {time}',
  longest: 'Arrêts les plus longs :',
  allLines: 'Toutes les lignes',
  noStops: 'Aucun arrêt dans cette période.',
  hint: 'Choisissez un temps pour l’ouvrir sur la page de sa machine. Faites glisser sur un temps pour zoomer ; Ctrl et la molette ou deux doigts le font aussi. Les alarmes sont marquées sur des périodes de 24 heures au plus.',
  tooLong: 'Une chronologie couvre au plus 31 jours.',
  hintTouch: 'Choisissez un temps pour voir ce que c’était. Deux doigts zooment.',
  openTime: 'Ouvrir ce temps',
  zoomTo: 'Zoomer dessus',
}
