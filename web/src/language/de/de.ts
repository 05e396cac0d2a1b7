import type { Catalogue } from '../catalogue.ts'
import { clients } from './clients.ts'
import { clock } from './clock.ts'
import { daySummary } from './daySummary.ts'
import { errors } from './errors.ts'
import { explain } from './explain.ts'
import { figures } from './figures.ts'
import { help } from './help.ts'
import { home } from './home.ts'
import { metrics } from './metrics.ts'
import { print } from './print.ts'
import { records } from './records.ts'
import { shell } from './shell.ts'
import { takeAway } from './takeAway.ts'
import { ui } from './ui.ts'
import { wall } from './wall.ts'

/** Every text of the screens, in German. */
export const de: Catalogue = {
  clients,
  clock,
  daySummary,
  errors,
  explain,
  figures,
  help,
  home,
  metrics,
  print,
  records,
  shell,
  takeAway,
  ui,
  wall,
}
