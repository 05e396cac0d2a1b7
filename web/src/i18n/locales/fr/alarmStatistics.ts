import type { Translation } from '../../catalogue.ts'
import type { alarmStatistics as english } from '../en/alarmStatistics.ts'

/** How often alarms stood and for how long, in French. */
export const alarmStatistics: Translation<typeof english> = {
  title: 'Statistiques des alarmes',
  rowsOf: 'Lignes',
  text: 'Alarme',
  group: 'Groupe',
  number: 'Nombre',
  total: 'Durée totale',
  mean: 'Durée moyenne',
  open: 'Ouvertes',
  rowCount: '{count, plural, one {{count} ligne} other {{count} lignes}}',
  noneHint:
    'Aucune alarme n’était active dans cette période. Choisissez une plage plus longue ou « Tous » dans les deux listes.',
  explained:
    'Une alarme est active jusqu’à sa disparition ou son prochain déclenchement. On compte ce qui était actif dans la période, même déclenché jusqu’à 7 jours avant ; la durée est la partie dans la période. Ouvertes : actives à la fin de la période, donc maintenant si elle va jusqu’à maintenant. Des alarmes sont actives en même temps : la somme des lignes peut dépasser la période.',
  upperLimit:
    '≤ : la machine n’a pas envoyé la fin de certaines de ces alarmes. Elles comptent jusqu’à la prochaine alarme de même texte ; la durée est donc au plus celle-ci.',
}
