import 'dayjs/locale/fr'
import type { Catalogue } from '../../catalogue.ts'
import { auth } from './auth.ts'
import { charts } from './charts.ts'
import { clients } from './clients.ts'
import { clock } from './clock.ts'
import { daySummary } from './daySummary.ts'
import { devices } from './devices.ts'
import { erasure } from './erasure.ts'
import { errors } from './errors.ts'
import { explain } from './explain.ts'
import { figures } from './figures.ts'
import { filters } from './filters.ts'
import { help } from './help.ts'
import { home } from './home.ts'
import { limits } from './limits.ts'
import { metrics } from './metrics.ts'
import { overview } from './overview.ts'
import { panel } from './panel.ts'
import { print } from './print.ts'
import { production } from './production.ts'
import { quarantine } from './quarantine.ts'
import { records } from './records.ts'
import { shell } from './shell.ts'
import { states } from './states.ts'
import { fileExport } from './takeAway.ts'
import { ui } from './ui.ts'
import { wall } from './wall.ts'

/** Every text of the screens, in French. */
export const fr: Catalogue = {
  auth,
  charts,
  clients,
  clock,
  daySummary,
  devices,
  errors,
  explain,
  figures,
  filters,
  help,
  home,
  limits,
  metrics,
  overview,
  panel,
  erasure,
  print,
  production,
  quarantine,
  records,
  shell,
  states,
  fileExport,
  ui,
  wall,
}
