import { clientPlan, session, setPlan, signIn, signOut } from '@packboard/contract'
import { demoAccounts, demoPassword, demoPlant } from '@packboard/demo/plant'
import { localDate, type Plan, type PlanEntry } from '@packboard/model'
import { calendarKey, calendarsOf } from './calendar.ts'
import { PlantDiary } from './plantDiary.ts'
import { linesOf } from './plantLayout.ts'
import { type PlantName, plants } from './plants/plants.ts'
import { type LivePlant, runLive } from './runLive.ts'
import { productionDay, productionDayAt } from './shift/shifts.ts'
import { type HistoryProgress, writeHistory } from './writeHistory.ts'

/** A person of the client who may set its plan. */
type Planner = {
  readonly httpUrl: string
  readonly clientId: number
  readonly username: string
  readonly password: string
}

/**
 * Enters a plan as a person does it, by call. A client whose plan was ever changed keeps it. Says whether it was entered; throws where
 * the product refuses it.
 */
async function sendPlan(planner: Planner, plan: Plan): Promise<boolean> {
  const { httpUrl, clientId, username, password } = planner
  const call = async (path: string, init: RequestInit & { readonly token?: string }) => {
    const { token, ...rest } = init
    const answer = await fetch(new URL(path, httpUrl), {
      ...rest,
      headers: {
        ...(rest.body && { 'content-type': 'application/json' }),
        ...(token && { 'x-access-token': token }),
      },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`The plan was refused: ${answer.status} ${text}`)
    return text
  }
  const body = JSON.stringify({ username, password, browserSaved: false })
  const signedIn = await call(signIn.path.replace(':slug', 'packboard'), { method: 'POST', body })
  const { accessToken: token } = session.parse(JSON.parse(signedIn))
  try {
    const path = setPlan.path.replace(':clientId', String(clientId))
    const now = clientPlan.answer.parse(JSON.parse(await call(path, { token })))
    if (now.version > 0) return false
    await call(path, { method: 'PUT', token, body: JSON.stringify({ ...plan, version: 0 }) })
    return true
  } finally {
    await call(signOut.path, { method: signOut.method, token })
  }
}

/** Round the clock from Monday 06:00 to Saturday 22:00: the shifts of `closedSunday`. */
const closedSundayWeek: readonly PlanEntry[] = [
  ...[1, 2, 3, 4, 5].map(
    (weekday): PlanEntry => ({ weekday, from: '06:00', to: '06:00', kind: 'production' }),
  ),
  { weekday: 6, from: '06:00', to: '22:00', kind: 'production' },
]

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
  /** Enters the week of the factory that is closed on Sundays, unless its client has a plan. */
  enterPlan(): Promise<boolean>
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

/** The administrator of a client of the demo, who may set its plan. */
function plannerOf(slug: string) {
  const client = demoPlant.find((one) => one.slug === slug)
  const account = demoAccounts.find(
    ({ clientId, role }) => clientId === client?.id && role === 'clientAdmin',
  )
  if (client === undefined || account === undefined) return undefined
  const { username } = account
  return { clientId: client.id, zone: client.zone, username, password: demoPassword }
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
  const enterPlan = async () => {
    const planner = name === 'factory' ? plannerOf('northfield-confectionery') : undefined
    if (planner === undefined) return false
    const validFrom = localDate(new Date(oldest), planner.zone)
    const week = { line: null, validFrom, entries: closedSundayWeek }
    return sendPlan({ httpUrl, ...planner }, { weeks: [week], exceptions: [] })
  }
  return { live, history, enterPlan }
}
