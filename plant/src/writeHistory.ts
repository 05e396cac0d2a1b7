import { setImmediate as breathe } from 'node:timers/promises'
import { calendarKey, type LineCalendar } from './calendar.ts'
import { historyCadence } from './machine/readings.ts'
import type { PlantDiary } from './plantDiary.ts'
import type { Plant, PlantClient } from './plantLayout.ts'
import { recordsOf } from './records.ts'
import { HttpSender, wireText } from './send/send.ts'
import { productionDays } from './shift/shifts.ts'

export type HistoryProgress = {
  /** 0 … 1 */
  readonly share: number
  readonly records: number
  /** The oldest day that is complete so far. */
  readonly day: string
}

type Task = {
  readonly client: PlantClient
  readonly day: string
  readonly from: number
  readonly to: number
}

/**
 * Sends what the product has not received yet of the last `days`, over HTTP, the newest day first. Stopped in
 * the middle and started again, it continues with the missing days.
 */
export async function writeHistory(options: {
  httpUrl: string
  plant: Plant
  calendars: ReadonlyMap<string, LineCalendar>
  diary: PlantDiary
  days: number
  until: Date
  password: string
  signal?: AbortSignal
  onProgress?: (progress: HistoryProgress) => void
}): Promise<{ records: number; quarantined: number }> {
  const { plant, diary, calendars } = options
  const until = options.until.getTime()
  const tasks = plant.clients
    .flatMap((client) => tasksOf(client, diary, until - options.days * 86_400_000, until))
    .sort((a, b) => b.from - a.from)
  const senders = new Map(
    plant.clients.map((client) => {
      const userName = `gateway-${client.slug}`
      const { httpUrl, password } = options
      return [client.slug, new HttpSender({ httpUrl, userName, password }, options.signal)] as const
    }),
  )
  const length = tasks.reduce((sum, task) => sum + task.to - task.from, 0)
  let sent = 0
  let records = 0
  const [first] = tasks
  if (first) options.onProgress?.({ share: 0, records, day: first.day })
  // A day is noted in the diary once all of it is acknowledged.
  let unsettled: Task[] = []
  const settle = async () => {
    await Promise.all([...senders.values()].map((sender) => sender.done()))
    for (const task of unsettled) diary.wrote(task.client.slug, task.from, task.to)
    unsettled = []
    await diary.save()
  }
  for (const [index, task] of tasks.entries()) {
    const sender = senders.get(task.client.slug)
    for (const line of task.client.lines) {
      const calendar = calendars.get(calendarKey(line))
      for (const counted of calendar?.day(task.day) ?? []) {
        const lines: string[] = []
        const from = Math.max(task.from, diary.recordsFrom(counted.day.machine))
        for (const { record } of recordsOf(counted, from, task.to, historyCadence)) {
          lines.push(wireText(record))
        }
        records += lines.length
        await sender?.send(lines)
        await breathe(undefined, options.signal ? { signal: options.signal } : {})
      }
    }
    unsettled.push(task)
    sent += task.to - task.from
    if (unsettled.length >= 24 || index === tasks.length - 1) await settle()
    options.onProgress?.({ share: length > 0 ? sent / length : 1, records, day: task.day })
  }
  const counts = [...senders.values()].map((sender) => sender.counts)
  return { records, quarantined: counts.reduce((sum, { quarantined }) => sum + quarantined, 0) }
}

function tasksOf(client: PlantClient, diary: PlantDiary, from: number, until: number): Task[] {
  const start = Math.max(from, diary.pages.historyFrom)
  return diary.missing(client.slug, start, until).flatMap(([since, to]) =>
    productionDays(client.zone, since, to).map((day) => ({
      client,
      day: day.day,
      from: Math.max(since, day.from),
      to: Math.min(to, day.to),
    })),
  )
}
