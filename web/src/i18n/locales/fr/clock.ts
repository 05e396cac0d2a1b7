import type { Translation } from '../../catalogue.ts'
import type { clock as english } from '../en/clock.ts'

export const clock: Translation<typeof english> = {
  timesIn: 'Heures en',
  mine: 'Mon heure ({zone})',
  factory: 'Heure de l’usine ({zone})',
  ofLink: 'Heure du lien ({zone})',
}
