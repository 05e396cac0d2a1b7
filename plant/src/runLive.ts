import type { Sample } from '@packboard/model'
import { calendarKey, type LineCalendar } from './calendar.ts'
import { liveCadence } from './machine/readings.ts'
import type { PlantDiary } from './plantDiary.ts'
import type { Plant, PlantLine } from './plantLayout.ts'
import { recordsOf, type Said } from './records.ts'
import { MqttSender } from './send/send.ts'
import { productionDayAt } from './shift/shifts.ts'

/** The time resolution of the plant: a change of state is sent within this. */
const tickMs = 50
const saveEveryMs = 10_000

export type LivePlant = {
  /** `stop-connection FW-101`, `silence FW-101`, `resume FW-101`, `state FW-101 13`; returns what was done. */
  command(text: string): string
  /** Records that the product has acknowledged. */
  acknowledged(): number
  close(): Promise<void>
}

/**
 * The plant from now on, in real time over MQTT: every machine has its own session, sends each change at once and its
 * counters every second.
 */
export function runLive(options: {
  mqttUrl: string
  plant: Plant
  calendars: ReadonlyMap<string, LineCalendar>
  diary: PlantDiary
  from: Date
  password: string
  now?: () => number
}): LivePlant {
  const { plant, diary, calendars } = options
  const now = options.now ?? Date.now
  const machines = new Map<string, LiveMachine>()
  for (const client of plant.clients) {
    for (const line of client.lines) {
      const calendar = calendars.get(calendarKey(line))
      if (!calendar) continue
      const feed = new LineFeed(line, calendar, diary, options.from.getTime())
      line.machines.forEach((machine, index) => {
        const { mqttUrl, password } = options
        const sender = new MqttSender({ mqttUrl, serialNo: machine.serialNo, password })
        machines.set(
          machine.serialNo,
          new LiveMachine(sender, feed.machine(index), diary, machine.clockMs),
        )
      })
    }
  }
  const tick = setInterval(() => {
    const at = now()
    for (const machine of machines.values()) machine.report(at)
  }, tickMs)
  let savedTo = options.from.getTime()
  const save = async () => {
    const to = now() - 2_000
    // What is still in a machine's own buffer would be lost with the plant: it is then sent again as history.
    const isAllTaken = [...machines.values()].every(({ sender }) => sender.backlog === 0)
    if (to > savedTo && isAllTaken) {
      for (const { slug } of plant.clients) diary.wrote(slug, savedTo, to)
      savedTo = to
    } else if (diary.daysAreKept) return
    await diary.save()
  }
  const saving = setInterval(() => void save().catch(() => undefined), saveEveryMs)

  return {
    command(text) {
      const [verb = '', serialNo = '', value = ''] = text.trim().split(/\s+/)
      const machine = machines.get(serialNo)
      if (!machine) return `no machine is called ${serialNo}`
      switch (verb) {
        case 'stop-connection':
          machine.sender.cut()
          return `${serialNo}: connection cut`
        case 'silence':
          machine.sender.silence()
          return `${serialNo}: says nothing`
        case 'resume':
          machine.sender.resume()
          machine.force(undefined, now())
          return `${serialNo}: goes on`
        case 'state': {
          const state = Number(value)
          if (!Number.isInteger(state)) return `${value} is no state`
          machine.force(state, now())
          return `${serialNo}: state ${state}`
        }
        default:
          return `${verb} is no command`
      }
    },
    acknowledged: () =>
      [...machines.values()].reduce((sum, { sender }) => sum + sender.acknowledged, 0),
    async close() {
      clearInterval(tick)
      clearInterval(saving)
      await save()
      await diary.save()
      await Promise.all([...machines.values()].map(({ sender }) => sender.close()))
    },
  }
}

/** Gives each machine of a line its records, day after day, from one simulation of the line. */
class LineFeed {
  readonly #line: PlantLine
  readonly #calendar: LineCalendar
  readonly #diary: PlantDiary
  readonly #from: number
  readonly #days = new Map<string, ReturnType<LineCalendar['day']>>()

  constructor(line: PlantLine, calendar: LineCalendar, diary: PlantDiary, from: number) {
    this.#line = line
    this.#calendar = calendar
    this.#diary = diary
    this.#from = from
  }

  *machine(index: number): Generator<Said, void, undefined> {
    let at = this.#from
    for (;;) {
      const day = productionDayAt(this.#line.zone, at)
      const counted = this.#day(day.day)[index]
      if (!counted) return
      yield* recordsOf(counted, at, day.to, liveCadence)
      at = day.to
    }
  }

  #day(day: string) {
    const known = this.#days.get(day)
    if (known) return known
    this.#diary.noteLive(this.#line.client, day)
    void this.#diary.save().catch(() => undefined)
    const days = this.#calendar.day(day)
    this.#days.clear()
    this.#days.set(day, days)
    return days
  }
}

/** One machine as its session sends it now. */
class LiveMachine {
  readonly sender: MqttSender
  readonly #feed: Iterator<Said>
  readonly #diary: PlantDiary
  readonly #clockMs: number
  #next: Said | undefined
  #forced: number | undefined
  #frozen: Sample | undefined
  #last: Sample | undefined

  constructor(sender: MqttSender, feed: Iterator<Said>, diary: PlantDiary, clockMs: number) {
    this.sender = sender
    this.#feed = feed
    this.#diary = diary
    this.#clockMs = clockMs
    this.#next = this.#take()
  }

  /** Sends everything that has happened by now. */
  report(now: number) {
    while (this.#next && this.#next.at <= now && this.#diary.daysAreKept) {
      const { record } = this.#next
      this.#next = this.#take()
      if (record.kind !== 'sample') {
        if (this.#forced === undefined) this.sender.send(record)
        continue
      }
      const { kind: _, ...sample } = record
      this.#last = { ...this.#last, ...sample }
      this.sender.send({ ...record, ...this.#asForced() })
    }
  }

  /** Another state than the simulated one, at once; counters stand until the machine is released, then catch up. */
  force(state: number | undefined, now: number) {
    // First what has happened until now: sent afterwards, it would be before this in time with a higher counter.
    this.report(now)
    this.#forced = state
    this.#frozen = state === undefined ? undefined : this.#last
    if (!this.#last) return
    const at = now + this.#clockMs
    this.sender.send({ kind: 'sample', ...this.#last, at, ...this.#asForced() })
  }

  #asForced(): Partial<Sample> {
    if (this.#forced === undefined || !this.#frozen) return {}
    const { packCounter, rejectCounter, batchCounter } = this.#frozen
    return {
      state: this.#forced,
      speedPpm: 0,
      ...(packCounter !== undefined && { packCounter }),
      ...(rejectCounter !== undefined && { rejectCounter }),
      ...(batchCounter !== undefined && { batchCounter }),
    }
  }

  #take(): Said | undefined {
    const next = this.#feed.next()
    return next.done ? undefined : next.value
  }
}
