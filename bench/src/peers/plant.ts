import { machinesOfClient, openManagement } from '@packboard/management'
import { addDays, grantClientScope, localDate, startOfDay } from '@packboard/model'
import { openTelemetry } from '@packboard/telemetry/store'
import { fillMinutes } from '@packboard/telemetry/testing'
import { manyClient } from '../manyMachines.ts'
import {
  edgesOf,
  type LocalDay,
  type Question,
  type QuestionName,
  questionNames,
} from './question.ts'

const zone = 'Europe/London'
const minuteSeconds = 60
const hourSeconds = 3_600
const yearDays = 365
/** Machines that are filled at once: the engine sorts what it inserts. */
const machinesAtOnce = 5

/** The days of a year up to the midnight before the last: none of it is in the memory of the server. */
export function localYear(): readonly LocalDay[] {
  const today = localDate(new Date(), zone)
  const seconds = (date: string) => startOfDay(date, zone).getTime() / 1_000
  return Array.from({ length: yearDays }, (_, i) => {
    const date = addDays(today, i - yearDays - 1)
    return { date, from: seconds(date), to: seconds(addDays(date, 1)) }
  })
}

export async function machineIds(dataDir: string): Promise<readonly number[]> {
  const management = await openManagement({ dataDir })
  const machines = await machinesOfClient(management, grantClientScope(manyClient.id))
  await management.close()
  return machines.map(({ id }) => id).sort((a, b) => a - b)
}

/** Minutes of the first machine for the year, of the others for the last days. */
export async function fillPlant(
  place: { readonly dataDir: string; readonly url: string },
  ids: readonly number[],
  year: readonly LocalDay[],
  last: readonly LocalDay[],
) {
  const telemetry = await openTelemetry(place)
  const [firstMachine = 0] = ids
  const story = { clientId: manyClient.id, contexts: 1, productMinutes: 720 }
  const fill = (days: readonly LocalDay[], first: number, machines: number) => {
    const [from, to] = [days.at(0)?.from ?? 0, days.at(-1)?.to ?? 0]
    // An hour is added up when minutes of the next one are there.
    const minutes = (to - from + 2 * hourSeconds) / minuteSeconds
    const shape = { firstMachine: first, machines, minutes, from: new Date(from * 1_000) }
    return fillMinutes(telemetry, { ...story, ...shape })
  }
  await fill(year, firstMachine, 1)
  for (let i = 1; i < ids.length; i += machinesAtOnce) {
    await fill(last, firstMachine + i, Math.min(machinesAtOnce, ids.length - i))
  }
  await telemetry.close()
}

/** Every question over a day, the days of all machines, and a year of one machine. */
export function questionsOf(
  ids: readonly number[],
  year: readonly LocalDay[],
  days: number,
): readonly Question[] {
  const one = ids.slice(0, 1)
  const windows = [
    { machineIds: one, days: year.slice(-1) },
    { machineIds: one, days: year.slice(-days) },
    { machineIds: one, days: year },
    { machineIds: ids, days: year.slice(-1) },
    { machineIds: ids, days: year.slice(-days) },
  ]
  return windows.flatMap((window) =>
    questionNames
      .filter((name) => isShown(name, window.machineIds.length, window.days.length))
      .map((name) => ({ name, stepSeconds: stepOf(window.days), ...window })),
  )
}

/** Steps of a speed chart (D27), and how many one has at most. */
const chartSteps = [300, 900, hourSeconds, 6 * hourSeconds]
const mostSteps = 1_500

function stepOf(days: readonly LocalDay[]): number {
  const { from, to } = edgesOf({ days })
  if (days.length === 1) return minuteSeconds
  return chartSteps.find((step) => (to - from) / step <= mostSteps) ?? 24 * hourSeconds
}

/** The longest window of the cards, in days. */
const cardDays = 31

/** The speed is of one machine; cards have a month at most. */
const isShown = (name: QuestionName, machines: number, days: number) =>
  name === 'speed' ? machines === 1 : name !== 'machine totals' || days <= cardDays

/** A chart with a point a minute has no hours to read. */
export const hasHours = ({ name, stepSeconds }: Question) =>
  name !== 'speed' || stepSeconds >= hourSeconds
