import 'dayjs/locale/fr'
import type { Catalogue } from '../catalogue.ts'
import { charts } from './charts.ts'
import { clients } from './clients.ts'
import { errors } from './errors.ts'
import { filters } from './filters.ts'
import { home } from './home.ts'
import { metrics } from './metrics.ts'
import { overview } from './overview.ts'
import { production } from './production.ts'
import { states } from './states.ts'
import { takeAway } from './takeAway.ts'
import { ui } from './ui.ts'

/** Every text of the screens, in French. */
export const fr: Catalogue = {
  charts,
  clients,
  errors,
  filters,
  home,
  metrics,
  overview,
  production,
  states,
  takeAway,
  ui,
}
