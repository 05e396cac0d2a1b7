import { calendarKey, calendarsOf } from './calendar.ts'
import { PlantDiary } from './plantDiary.ts'
import { linesOf } from './plantLayout.ts'
import { type PlantName, plants } from './plants/plants.ts'
import { type LivePlant, runLive } from './runLive.ts'
import { enterSetUp } from './setUp.ts'
import { productionDay, productionDayAt } from './shift/shifts.ts'
import { type HistoryProgress, writeHistory } from './writeHistory.ts'

export type PlantOptions = {
  httpUrl: string
  mqttUrl: string
  /** Where the plant keeps its diary. */
  dataDir: string
  /** Undefined: the one whose data lie there, or else the factory. */
  plant?: PlantName
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
  /** Enters what the people of the factory have set up, where nobody has changed it. */
  enterSetUp(): Promise<void>
}

/** The data directory holds the history of another plant, which this one would continue. */
class OtherPlantError extends Error {
  constructor(dataDir: string, known: PlantName, wanted: PlantName) {
    super(
      `${dataDir} holds the data of the plant "${known}". Please start without --plant, or choose another PACKBOARD_DATA for "${wanted}".`,
    )
    this.name = 'OtherPlantError'
  }
}

async function plantNameFor({ dataDir, plant }: PlantOptions): Promise<PlantName> {
  const known = await PlantDiary.plantIn(dataDir)
  if (known && plant && known !== plant) throw new OtherPlantError(dataDir, known, plant)
  return known ?? plant ?? 'factory'
}

/** Starts the demo plant: it is live at once, and sends its history meanwhile. */
export async function startPlant(options: PlantOptions): Promise<StartedPlant> {
  const { seed, days, password, httpUrl, mqttUrl } = options
  const name = await plantNameFor(options)
  const plant = plants[name]()
  const until = new Date()
  const diary = await PlantDiary.open(options.dataDir, {
    seed,
    historyFrom: until.getTime() - days * 86_400_000,
    plant: name,
    startedAt: until.getTime(),
  })
  for (const { slug, zone } of plant.clients) {
    diary.noteLive(slug, productionDayAt(zone, until.getTime()).day)
  }
  await diary.save()
  const oldest = Math.max(diary.pages.historyFrom, until.getTime() - days * 86_400_000)
  const calendars = calendarsOf(plant, {
    seed,
    historyFrom: diary.pages.historyFrom,
    isLive: diary.isLive,
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
  return {
    live,
    history,
    enterSetUp: async () => {
      if (name === 'factory') await enterSetUp(httpUrl, new Date(oldest))
    },
  }
}
