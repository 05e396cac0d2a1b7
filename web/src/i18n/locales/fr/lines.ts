import type { Translation } from '../../catalogue.ts'
import type { lines as english } from '../en/lines.ts'

export const lines: Translation<typeof english> = {
  groupBy: 'Grouper par',
  line: 'Ligne',
  type: 'Type de machine',
  none: 'Rien',
  arrange: 'Disposer',
  done: 'Terminé',
  arrangeHint:
    'Faites glisser une machine à sa place, ou utilisez les touches fléchées. Une étoile la met en premier.',
  sums: 'Sommes de toutes les machines',
  sumsOf: 'Sommes de {name}',
  packsOf:
    '{count, plural, one {Paquets de # machine depuis {time}} other {Paquets de # machines depuis {time}}}',
  since: 'depuis {time}',
  speed: 'Cadence',
  ofPpm: 'sur {target} ppm',
  ofShift: 'poste {shift}',
  oeee: 'OEEE, {when}',
  stopTime: '{count, plural, one {Temps d’arrêt, # machine} other {Temps d’arrêt, # machines}}',
  coverage: 'couverture {percent}',
  closed: 'fermé dans le planning',
  closedLong: 'Toute cette fenêtre est fermée dans le planning : seul ce qui a tourné compte.',
  more: '+{count}',
  place: '{machine}, place {place} sur {count}',
  move: 'Déplacer {where}. Les touches fléchées la déplacent.',
  favourite: 'Favorite : {machine}',
  proposal: 'Densité',
  proposeCompact: '{count} machines : la vue compacte en montre plus à la fois.',
  takeCompact: 'Vue compacte',
  keepRoomy: 'Laisser ainsi',
}
