import { calendarKey, calendarsOf } from './calendar.ts'
import { demoPlant } from './demoPlant.ts'
import { PlantDiary } from './plantDiary.ts'
import { linesOf } from './plantLayout.ts'
import { type LivePlant, runLive } from './runLive.ts'
import { productionDay, productionDayAt } from './shift/productionDay.ts'
import { type HistoryProgress, writeHistory } from './writeHistory.ts'

export type PlantOptions = {
  httpUrl: string
  mqttUrl: string
  /** Where the plant keeps its diary. */
  dataDir: string
  seed: string
  /** Days of history at the first start. */
  days: number
  password: string
  signal?: AbortSignal
  onProgress?: (progress: HistoryProgress) => void
}

type StartedPlant = {
  readonly live: LivePlant
  /** Resolves when the product has all of the past. */
  readonly history: Promise<{ records: number; quarantined: number }>
}

/** Starts the demo plant: it is live at once, and sends its history meanwhile. */
export async function startPlant(options: PlantOptions): Promise<StartedPlant> {
  const { seed, days, password, httpUrl, mqttUrl } = options
  const plant = demoPlant()
  const until = new Date()
  const diary = await PlantDiary.open(options.dataDir, {
    seed,
    historyFrom: until.getTime() - days * 86_400_000,
  })
  for (const { slug, zone } of plant.clients) {
    diary.staff(slug, productionDayAt(zone, until.getTime()).day)
  }
  await diary.save()
  const oldest = Math.max(diary.pages.historyFrom, until.getTime() - days * 86_400_000)
  const calendars = calendarsOf(plant, {
    seed,
    historyFrom: diary.pages.historyFrom,
    isStaffed: diary.isStaffed,
    checkpoint: (line) => {
      const checkpoint = diary.pages.checkpoints[calendarKey(line)]
      if (!checkpoint) return undefined
      const start = productionDay(line.zone, checkpoint.day).from
      return diary.missing(line.client, oldest, start).length === 0 ? checkpoint : undefined
    },
  })
  const common = { plant, calendars, diary, password }
  const live = runLive({ ...common, mqttUrl, from: until })
  const history = writeHistory({
    ...common,
    httpUrl,
    days,
    until,
    ...(options.signal && { signal: options.signal }),
    ...(options.onProgress && { onProgress: options.onProgress }),
  }).then(async (written) => {
    for (const line of linesOf(plant)) {
      const today = productionDayAt(line.zone, until.getTime()).day
      const checkpoint = calendars.get(calendarKey(line))?.checkpoint(today)
      if (checkpoint) diary.pages.checkpoints[calendarKey(line)] = checkpoint
    }
    await diary.save()
    return written
  })
  return { live, history }
}
