import { backup } from './backup.ts'
import { changes } from './changes.ts'
import { connection } from './connection.ts'
// The calendars of these pages say months and days in it, too.
import 'dayjs/locale/de'
import type { Catalogue } from '../../catalogue.ts'
import { daySummary } from './daySummary.ts'
import { devices } from './devices.ts'
import { erasure } from './erasure.ts'
import { explain } from './explain.ts'
import { limits } from './limits.ts'
import { metrics } from './metrics.ts'
import { opcUa } from './opcUa.ts'
import { panel } from './panel.ts'
import { production } from './production.ts'
import { quarantine } from './quarantine.ts'
import { records } from './records.ts'
import { stops } from './stops.ts'
import { support } from './support.ts'
import { fileExport } from './takeAway.ts'
import { timeline } from './timeline.ts'
import { wall } from './wall.ts'

/** The texts on every other page, in German. */
export const furtherTexts = {
  changes,
  connection,
  backup,
  daySummary,
  devices,
  erasure,
  explain,
  fileExport,
  limits,
  metrics,
  opcUa,
  panel,
  production,
  quarantine,
  records,
  stops,
  support,
  timeline,
  wall,
} satisfies Partial<Catalogue>
