import type { Translation } from '../../catalogue.ts'
import type { changes as english } from '../en/changes.ts'

/** What was different after a setting was changed, in French. */
export const changes: Translation<typeof english> = {
  title: 'Ce qui a changé',
  sub: 'réglages modifiés sur la machine, et ses chiffres dans la demi-heure avant et après',
  subLast: 'les {days} derniers jours de cette période',
  subNewest: 'les {judged} plus récents de {count} changements',
  changedBefore: 'Modifié avant la dégradation',
  none: 'Après aucun de {count, plural, one {{count} changement} other {{count} changements}}, il n’y a eu de dégradation au-delà du hasard. Les plus proches viennent en premier.',
  noChanges: 'Aucun réglage n’a été modifié dans cette période.',
  showAll: 'Tout afficher ({count})',
  showFewer: 'N’afficher que les premiers',
  when: 'Quand',
  change: 'Modifié avant',
  stops: 'Arrêts propres par heure',
  rejects: 'Rebuts',
  speed: 'Paquets par minute de marche',
  worse: 'dégradé au-delà du hasard',
  tooLittle: 'Trop peu de marche d’un même produit avant ou après pour comparer.',
  showAround: 'Afficher les demi-heures autour de {time}',
  fromTo: 'de {before} à {after}',
  chance:
    'Comparé à chaque autre minute de cette machine et aux mêmes minutes dans un autre ordre ; tous les changements sont corrigés ensemble (5 %). C’était ainsi avant ; on ne sait pas si c’en était la cause.',
}
