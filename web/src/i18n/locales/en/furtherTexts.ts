import { changes } from './changes.ts'
import { daySummary } from './daySummary.ts'
import { explain } from './explain.ts'
import { metrics } from './metrics.ts'
import { production } from './production.ts'
import { records } from './records.ts'
import { stops } from './stops.ts'
import { fileExport } from './takeAway.ts'
import { timeline } from './timeline.ts'
import { wall } from './wall.ts'

/** The texts on every other page, without those of the panel, in English. */
export const furtherTexts = {
  changes,
  daySummary,
  explain,
  fileExport,
  metrics,
  production,
  records,
  stops,
  timeline,
  wall,
}
