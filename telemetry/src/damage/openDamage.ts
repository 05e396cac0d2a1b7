import { setTimeout as sleep } from 'node:timers/promises'
import { type DamagedPart, damagedPart, monthOfPart } from '../clickhouse/damagedPart.ts'
import type { Service, TelemetryContext } from '../context.ts'
import type { Damage, DamagedMonth, KnownMonth, MonthsHeld, PartRecord } from '../damagedMonths.ts'
import { type MonthParts, monthDamage, partsByMonth } from './monthDamage.ts'
import { type ActivePart, activeParts, detachedParts, faultOf } from './readParts.ts'

/** Damage is known at the latest this long after it is visible in the store (D69). */
const lookEveryMs = 60_000
/** Reading parts to check them takes this share of the time of one processor core at most. */
const checkShare = 0.1
/** Lost rows of these change what the minutes of their month are computed from, or the minutes themselves. */
const tablesOfMinutes = new Set(['sample', 'alarm', 'minute_ledger'])

/** Watches over the parts of the store: what is lost, what cannot be read, and what is whole again. */
export type DamageWatch = Damage &
  Service & {
    /** An operator goes on without what is lost of a month; returns what that was. */
    accept(month: number): Promise<readonly DamagedMonth[]>
    /** How many parts were read as a whole since the store was opened, and how many wait. */
    checked(): { readonly checked: number; readonly waiting: number }
    /** Begins to check the parts; to be called when the store is open. */
    startChecks(): void
  }

type Unreadable = { readonly name: string; readonly message: string }

export async function openDamage(
  context: Omit<TelemetryContext, 'damage'>,
  record: PartRecord,
): Promise<DamageWatch> {
  const { connection, log, events } = context
  const keyOf = ({ table, month }: { table: string; month: number }) => `${table}|${month}`

  const known = new Map<string, KnownMonth>()
  for (const one of await record.read()) known.set(keyOf(one), one)
  const unwritten = new Set<string>()
  let damaged: readonly DamagedMonth[] = []
  let seen = new Map<string, MonthParts>()
  let restarts = connection.restarts()
  /** Parts that a query or a check could not read, by table. */
  const unreadable = new Map<string, Unreadable[]>()
  /** Parts that are read as a whole, one after the other; those of months that were damaged come first. */
  const unchecked = new Map<string, ActivePart>()
  let checked = 0
  let met = 0
  const rewritten = new Map<string, number>()
  /** Months that are whole again and whose minutes wait to be computed. */
  let released: MonthsHeld['released'] = []
  let closed = false
  let turn: Promise<unknown> = Promise.resolve()

  function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const next = turn.then(work)
    turn = next.catch(() => {})
    return next
  }

  function heldMonths(): Set<number> {
    const relevant = damaged.filter(({ table, month }) => month > 0 && tablesOfMinutes.has(table))
    return new Set(relevant.map(({ month }) => month))
  }

  async function lookNow(): Promise<void> {
    const begun = connection.restarts()
    const [active, detached] = await Promise.all([activeParts(context), detachedParts(context)])
    const first = seen.size === 0
    seen = partsByMonth(active, detached)
    restarts = begun
    if (first) for (const part of active) unchecked.set(`${part.table}|${part.name}`, part)
    const found: DamagedMonth[] = []
    const keep: KnownMonth[] = []
    const keys = new Set([...known.keys(), ...seen.keys()])
    const before = heldMonths()
    for (const key of keys) {
      if (rewritten.has(key)) continue
      const parts = seen.get(key)
      const expected = known.get(key)
      const table = parts?.table ?? expected?.table ?? ''
      const month = parts?.month ?? expected?.month ?? 0
      const names = new Set(parts?.active.map(({ name }) => name))
      const broken = (unreadable.get(table) ?? []).filter(({ name }) => names.has(name))
      const waits =
        (expected?.damagedSince ?? 0n) > 0n &&
        [...unchecked.values()].some((part) => part.table === table && part.month === month)
      const damage = monthDamage({ table, month, parts, expected, broken, waits })
      if (damage) found.push(damage)
      else if (parts !== undefined) keep.push(knownOf(parts, expected))
    }
    const was = damaged
    damaged = found
    report(was, found)
    const since = found.length > 0 ? await foldedBatch(context) : 0n
    for (const one of found) {
      const expected = known.get(keyOf(one))
      if (expected?.damagedSince != null) continue
      const parts = seen.get(keyOf(one))
      keep.push({
        table: one.table,
        month: one.month,
        tableId: expected?.tableId ?? parts?.tableId ?? '',
        parts: expected?.parts ?? [],
        accepted: expected?.accepted ?? [],
        damagedSince: since,
      })
    }
    const held = heldMonths()
    const free = [...before, ...sinceBefore(keep)].filter(
      (month) => !held.has(month) && !released.some((one) => one.month === month),
    )
    released = [
      ...released.filter(({ month }) => !held.has(month)),
      ...[...new Set(free)].map((month) => ({ month, after: null })),
    ]
    await remember(keep)
    if (free.length > 0 || [...held].some((month) => !before.has(month))) {
      events.emit('monthsHeld', { held, released })
    }
  }

  /** Months that were damaged in an earlier run of Packboard and are whole now. */
  function sinceBefore(keep: readonly KnownMonth[]): number[] {
    return keep
      .filter(({ table, damagedSince }) => damagedSince === 0n && tablesOfMinutes.has(table))
      .map(({ month }) => month)
  }

  /** A month that is whole again keeps its mark until its minutes were computed: `damagedSince` is 0 meanwhile. */
  function knownOf(parts: MonthParts, expected: KnownMonth | undefined): KnownMonth {
    const { table, month, tableId } = parts
    const accepted = parts.detached
      .map(({ name }) => name)
      .filter((name) => expected?.accepted.includes(name))
    const marked = expected?.damagedSince != null && tablesOfMinutes.has(table) && month > 0
    const ranges = parts.active.map(({ from, to, rows }) => ({ from, to, rows }))
    return { table, month, tableId, parts: ranges, accepted, damagedSince: marked ? 0n : null }
  }

  async function remember(months: readonly KnownMonth[]): Promise<void> {
    for (const one of months) {
      if (isSame(one, known.get(keyOf(one)))) continue
      known.set(keyOf(one), one)
      unwritten.add(keyOf(one))
    }
    const keys = [...unwritten]
    if (keys.length === 0) return
    try {
      await record.write(keys.flatMap((key) => known.get(key) ?? []))
      for (const key of keys) unwritten.delete(key)
    } catch (error) {
      log.warn({ err: error }, 'What telemetry holds could not be recorded; trying again')
    }
  }

  function report(was: readonly DamagedMonth[], now: readonly DamagedMonth[]): void {
    for (const one of now) {
      const before = was.find((other) => keyOf(other) === keyOf(one))
      if (before?.cause === one.cause && before.rows === one.rows) continue
      log.error(one, 'Records are damaged: figures of this month are incomplete')
    }
    for (const one of was) {
      if (now.some((other) => keyOf(other) === keyOf(one))) continue
      log.warn({ table: one.table, month: one.month }, 'Damaged records are whole again')
    }
  }

  function addUnreadable(part: DamagedPart, message: string): void {
    const { table, name } = part
    const parts = unreadable.get(table) ?? []
    if (parts.some((other) => other.name === name)) return
    unreadable.set(table, [...parts, { name, message }])
    met += 1
    unchecked.delete(`${table}|${name}`)
    log.error({ table, part: name, message }, 'A part of the records cannot be read')
    void inTurn(async () => {
      if (closed) return
      await setAside(part)
      await lookNow()
    }).catch((error: unknown) => {
      log.warn({ err: error }, 'The parts of the records could not be looked at')
    })
  }

  /**
   * A part that cannot be read would make each query of its month fail, and each commit of a late record, for all clients. It
   * is kept beside the table; the rest of the month is read on.
   */
  async function setAside({ table, name }: DamagedPart): Promise<void> {
    const fault = await faultOf(context, { table, name })
    const forget = () => {
      const left = (unreadable.get(table) ?? []).filter((part) => part.name !== name)
      unreadable.set(table, left)
    }
    // It was the reading: the files are as they were written.
    if (fault === undefined) return forget()
    await connection.writer().command({
      query: 'ALTER TABLE {table:Identifier} DETACH PART {name:String}',
      query_params: { table, name },
      clickhouse_settings: { log_comment: 'damage.setAside', wait_end_of_query: 1 },
    })
    forget()
    log.error({ table, part: name, fault }, 'A part that cannot be read was set aside')
  }

  function look(): Promise<void> {
    return inTurn(async () => {
      if (!closed) await lookNow()
    })
  }

  async function lookAndLog(): Promise<void> {
    await look().catch((error: unknown) => {
      if (!closed) log.warn({ err: error }, 'The parts of the records could not be looked at')
    })
  }

  /** One part after the other, with pauses, so that nobody waits for it. */
  async function check(): Promise<void> {
    while (!closed) {
      const part = nextToCheck([...unchecked.values()], known)
      if (part === undefined) return
      const begin = performance.now()
      const there = seen.get(keyOf(part))?.active.some(({ name }) => name === part.name)
      try {
        const fault = there ? await faultOf(context, part) : undefined
        if (fault !== undefined) addUnreadable(part, fault)
        checked += 1
      } catch (error) {
        // It was merged meanwhile, which has read it as a whole; or the engine is down, and the next start checks it.
        log.info({ err: error, part: part.name }, 'A part was not checked')
      }
      unchecked.delete(`${part.table}|${part.name}`)
      const left = [...unchecked.values()].some(
        ({ table, month }) => table === part.table && month === part.month,
      )
      if (!left && known.get(keyOf(part))?.damagedSince != null) await lookAndLog()
      const took = performance.now() - begin
      await sleep(Math.max(20, took * (1 / checkShare - 1)), undefined, { ref: false })
    }
  }

  await look()
  const timer = setInterval(() => void lookAndLog(), lookEveryMs)
  timer.unref()

  return {
    months: () => damaged,
    held: heldMonths,
    released: () => released,
    unreadable: () => met,
    async recomputed(done) {
      if (done.length === 0) return
      released = released.filter((one) => !done.includes(one))
      const months = new Set(done.map(({ month }) => month))
      const over = [...known.values()].filter(
        ({ month, damagedSince }) => damagedSince === 0n && months.has(month),
      )
      await remember(over.map((one) => ({ ...one, damagedSince: null })))
    },
    async current() {
      if (connection.restarts() !== restarts) await look()
    },
    noticed(error) {
      const part = damagedPart(error)
      if (part === undefined) return undefined
      addUnreadable(part, error instanceof Error ? error.message : '')
      return { month: part.month }
    },
    async rewriting(table, month, work) {
      const key = keyOf({ table, month })
      rewritten.set(key, (rewritten.get(key) ?? 0) + 1)
      try {
        await inTurn(async () => {
          known.delete(key)
          await record.forget(table, month)
        })
        await work()
      } finally {
        const left = (rewritten.get(key) ?? 1) - 1
        if (left === 0) rewritten.delete(key)
        else rewritten.set(key, left)
      }
    },
    look,
    accept: (month) =>
      inTurn(async () => {
        const gone = damaged.filter((one) => one.month === month)
        const since = gone.map((one) => known.get(keyOf(one))?.damagedSince ?? 0n)
        const after = gone.every(({ table }) => table === 'minute_ledger')
          ? null
          : since.reduce((least, one) => (one < least ? one : least), since[0] ?? 0n)
        for (const { table } of gone) {
          for (const { name } of unreadable.get(table) ?? []) {
            if (monthOfPart(name) === month) await setAside({ table, name, month })
          }
        }
        seen = partsByMonth(await activeParts(context), await detachedParts(context))
        for (const { table } of gone) {
          for (const part of unchecked.values()) {
            if (part.table === table && part.month === month) {
              unchecked.delete(`${table}|${part.name}`)
            }
          }
          const key = keyOf({ table, month })
          const parts = seen.get(key)
          const expected = known.get(key)
          if (parts === undefined) {
            known.delete(key)
            await record.forget(table, month)
            continue
          }
          const accepted = parts.detached.map(({ name }) => name)
          await remember([{ ...knownOf(parts, expected), accepted, damagedSince: null }])
        }
        damaged = damaged.filter((one) => one.month !== month)
        log.warn({ month, gone }, 'Damaged records were accepted; figures go on without them')
        if (gone.some(({ table }) => tablesOfMinutes.has(table))) {
          released = [...released.filter((one) => one.month !== month), { month, after }]
          events.emit('monthsHeld', { held: heldMonths(), released })
        }
        return gone
      }),
    checked: () => ({ checked, waiting: unchecked.size }),
    startChecks: () => void check(),
    async close() {
      clearInterval(timer)
      await lookAndLog()
      closed = true
      await turn
    },
  }
}

/** Those of months that were damaged first, then the newest. */
function nextToCheck(
  parts: readonly ActivePart[],
  known: ReadonlyMap<string, KnownMonth>,
): ActivePart | undefined {
  const rank = ({ table, month }: ActivePart) =>
    (known.get(`${table}|${month}`)?.damagedSince == null ? 0 : 1_000_000) + month
  return parts.reduce<ActivePart | undefined>(
    (best, part) => (best === undefined || rank(part) > rank(best) ? part : best),
    undefined,
  )
}

function isSame(a: KnownMonth, b: KnownMonth | undefined): boolean {
  return (
    b !== undefined &&
    a.tableId === b.tableId &&
    a.damagedSince === b.damagedSince &&
    a.accepted.join() === b.accepted.join() &&
    a.parts.length === b.parts.length &&
    a.parts.every(({ from, to, rows }, index) => {
      const other = b.parts[index]
      return other?.from === from && other.to === to && other.rows === rows
    })
  )
}

async function foldedBatch({ connection }: Pick<TelemetryContext, 'connection'>): Promise<bigint> {
  const answer = await connection.writer().query({
    query: `SELECT toString(max(batch)) AS batch FROM ledger_position WHERE name = 'batch'`,
    format: 'JSONEachRow',
  })
  const [row] = await answer.json<{ batch: string }>()
  // 0 stands for a month that is whole again.
  return BigInt(row?.batch ?? 0) || 1n
}
