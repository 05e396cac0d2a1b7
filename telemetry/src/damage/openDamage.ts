import { type DamagedPart, damagedPart, monthOfPart } from '../clickhouse/damagedPart.ts'
import type { Service, TelemetryContext } from '../context.ts'
import type { Damage, DamagedMonth, KnownMonth, PartRecord } from '../damagedMonths.ts'
import { attachReturned, type Candidates } from './attachReturned.ts'
import { heldMonths } from './heldMonths.ts'
import { type MonthParts, monthDamage, partsByMonth } from './monthDamage.ts'
import { partChecks } from './partChecks.ts'
import { partFiles } from './partFiles.ts'
import { monthKey, readPartMemory } from './partMemory.ts'
import {
  type ActivePart,
  activeParts,
  detachedParts,
  faultOf,
  foldedBatch,
  mergedParts,
} from './readParts.ts'
import { reportDamage } from './reportDamage.ts'
import { setAside } from './setAside.ts'

/** Their rows are made from minutes: what is lost of them is made again, and no figure is incomplete for it. */
const derivedTables: ReadonlySet<string> = new Set(['hour_ledger', 'mode_hour'])

/** So that damage is known within a minute, also where the look itself takes long (D69). */
const lookEveryMs = 30_000

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

export async function openDamage(
  context: Omit<TelemetryContext, 'damage'>,
  record: PartRecord,
): Promise<DamageWatch> {
  const { connection, log, events } = context
  const memory = await readPartMemory(record, log)
  const months = heldMonths()
  const files = partFiles()
  const candidates: Candidates = new Map()
  let damaged: readonly DamagedMonth[] = []
  let seen = new Map<string, MonthParts>()
  let restarts = connection.restarts()
  /** Parts that a query or a check could not read, by table. */
  const unreadable = new Map<string, string[]>()
  let met = 0
  const rewritten = new Map<string, number>()
  let closed = false
  let turn: Promise<unknown> = Promise.resolve()

  const checks = partChecks({
    log,
    goesOn: () => !closed,
    isFirst: (part) => memory.get(monthKey(part))?.damagedSince != null,
    async check(part) {
      const there = seen.get(monthKey(part))?.active.some(({ name }) => name === part.name)
      const fault = there ? await faultOf(context, part) : undefined
      if (fault !== undefined) addUnreadable(part, fault)
    },
    async done(part) {
      const over = !checks.waitsFor(part)
      if (over && memory.get(monthKey(part))?.damagedSince != null) await lookAndLog()
    },
  })

  function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const next = turn.then(work)
    turn = next.catch(() => {})
    return next
  }

  async function detachedOfRecords() {
    return (await detachedParts(context)).filter(({ table }) => !derivedTables.has(table))
  }

  const missingIds = () => memory.all().flatMap((one) => one.missing.map(({ id }) => id))

  async function readParts(): Promise<ActivePart[]> {
    const read = () => Promise.all([activeParts(context), detachedOfRecords()])
    let [active, detached] = await read()
    const missing = (part: { table: string; month: number }) =>
      memory.get(monthKey(part))?.missing ?? []
    const mayGrow = seen.size > 0
    let attached = false
    for (const part of connection.pid() === undefined ? [] : detached) {
      const taken = await attachReturned(context, part, missing(part), { candidates, mayGrow })
      attached = taken || attached
    }
    if (attached) [active, detached] = await read()
    // What is back is read as a whole before it counts.
    checks.add(active.filter((part) => missing(part).some(({ id }) => id === part.id)))
    seen = partsByMonth(active, detached, await mergedParts(context, missingIds()))
    return active
  }

  async function lookNow(): Promise<void> {
    const begun = connection.restarts()
    const first = seen.size === 0
    const active = await readParts()
    restarts = begun
    if (first) checks.add(active)
    for (const part of active) if (part.month === 0) await checkNow(part, first)
    if (connection.pid() !== undefined) await lookAtFiles(active)
    const found: DamagedMonth[] = []
    const states: KnownMonth[] = []
    const keys = new Set([...memory.all().map(monthKey), ...seen.keys()])
    for (const key of keys) {
      if (rewritten.has(key)) continue
      const { damage, state } = stateOf(key)
      if (damage && derivedTables.has(damage.table)) {
        events.emit('hoursDamaged', damage.month)
        await memory.forget(damage)
        continue
      }
      if (damage) found.push(damage)
      if (state) states.push(state)
    }
    reportDamage(log, damaged, found)
    damaged = found
    const since = found.length > 0 ? await foldedBatch(context) : 0n
    const keep = states.map((one) =>
      found.some((damage) => monthKey(damage) === monthKey(one))
        ? { ...one, damagedSince: memory.get(monthKey(one))?.damagedSince ?? since }
        : one,
    )
    const changed = months.look(found, keep)
    await memory.remember(keep)
    if (changed) events.emit('monthsHeld', months.now())
  }

  /** What is damaged of a month of a table, and what is to be remembered of it. */
  function stateOf(key: string): { damage?: DamagedMonth | undefined; state?: KnownMonth } {
    const parts = seen.get(key)
    const expected = memory.get(key)
    const one = parts ?? expected
    if (one === undefined) return {}
    const { table, month } = one
    const names = new Set(parts?.active.map(({ name }) => name))
    const broken = (unreadable.get(table) ?? [])
      .filter((name) => names.has(name))
      .map((name) => ({ name }))
    const waits = (expected?.damagedSince ?? 0n) > 0n && checks.waitsFor(one)
    const { damage, missing } = monthDamage({ table, month, parts, expected, broken, waits })
    if (parts === undefined && missing.length === 0) return { damage }
    const state = { ...knownOf(parts ?? one, expected), missing }
    return { damage, state }
  }

  /** A month that is whole again keeps its mark until its minutes were computed: `damagedSince` is 0 meanwhile. */
  function knownOf(
    {
      table,
      month,
      tableId,
      ...rest
    }: Pick<MonthParts, 'table' | 'month' | 'tableId'> &
      Partial<Pick<MonthParts, 'active' | 'detached'>>,
    expected: KnownMonth | undefined,
  ): KnownMonth {
    const { active = [], detached = [] } = rest
    const accepted = detached
      .map(({ name }) => name)
      .filter((name) => expected?.accepted.includes(name))
    const marked = expected?.damagedSince != null && months.concerns({ table, month })
    const parts = active.map(({ from, to, rows, id }) => ({ from, to, rows, id }))
    const damagedSince = marked ? 0n : null
    return {
      table,
      month,
      tableId: tableId || (expected?.tableId ?? ''),
      parts,
      missing: [],
      accepted,
      damagedSince,
    }
  }

  /**
   * Tables without months are small, and a start depends on each of them: a part that cannot be read is set aside before
   * anything reads it. While Packboard runs nothing reads most of them, so each look does.
   */
  async function checkNow(part: ActivePart, isStart: boolean): Promise<void> {
    checks.drop(part)
    const fault = faultOf(context, part)
    // Between two looks it may have been merged, which has read it.
    if ((await (isStart ? fault : fault.catch(() => undefined))) === undefined) return
    await aside(part)
    await readParts()
  }

  /** A part whose files were deleted or cut is known before anything reads it; one that was written into is read. */
  async function lookAtFiles(active: readonly ActivePart[]): Promise<void> {
    const { cut, written } = await files.altered(active)
    if (cut.length + written.length === 0) return
    // What was merged or deleted meanwhile is no part of its table any more.
    const there = new Set((await activeParts(context)).map(({ path }) => path))
    for (const part of cut) {
      if (there.has(part.path)) addUnreadable(part, 'Its files were deleted or cut')
    }
    for (const part of written.filter(({ path }) => there.has(path))) {
      const fault = await faultOf(context, part).catch(() => undefined)
      if (fault !== undefined) addUnreadable(part, fault)
    }
  }

  function addUnreadable(part: Pick<DamagedPart, 'table' | 'name'>, message: string): void {
    const { table, name } = part
    const names = unreadable.get(table) ?? []
    if (names.includes(name)) return
    unreadable.set(table, [...names, name])
    met += 1
    checks.drop(part)
    if (derivedTables.has(table)) events.emit('hoursDamaged', monthOfPart(name))
    log.error({ table, part: name, message }, 'A part of the records cannot be read')
    void inTurn(async () => {
      if (closed) return
      await aside({ table, name })
      await lookNow()
    }).catch((error: unknown) => {
      log.warn({ err: error }, 'The parts of the records could not be looked at')
    })
  }

  /** A part that no look has seen yet is remembered before it is set aside, so that a copy of it is known as its copy. */
  async function know({ table, name }: { table: string; name: string }): Promise<void> {
    const part = (await activeParts(context)).find(
      (one) => one.table === table && one.name === name,
    )
    const expected = part && memory.get(monthKey(part))
    if (part === undefined || expected?.parts.some(({ id }) => id === part.id)) return
    const { month, tableId, from, to, rows, id } = part
    const before = expected ?? knownOf({ table, month, tableId }, undefined)
    // Those that were merged into it are in it.
    const beside = before.parts.filter((one) => one.from < from || one.to > to)
    await memory.remember([{ ...before, parts: [...beside, { from, to, rows, id }] }])
  }

  async function aside(part: { table: string; name: string }): Promise<void> {
    const { table, name } = part
    try {
      await know(part)
      await setAside(context, part)
    } catch (error) {
      // Its month stays unreadable, which is on health; the next start tries again.
      log.warn(
        { err: error, table, part: name },
        'A part that cannot be read could not be set aside',
      )
      return
    }
    unreadable.set(
      table,
      (unreadable.get(table) ?? []).filter((other) => other !== name),
    )
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

  async function acceptNow(month: number): Promise<readonly DamagedMonth[]> {
    const gone = damaged.filter((one) => one.month === month)
    const since = gone.map((one) => memory.get(monthKey(one))?.damagedSince ?? 0n)
    const after = gone.every(({ table }) => table === 'minute_ledger')
      ? null
      : since.reduce((least, one) => (one < least ? one : least), since[0] ?? 0n)
    for (const { table } of gone) {
      for (const name of unreadable.get(table) ?? []) {
        if (monthOfPart(name) === month) await aside({ table, name })
      }
    }
    seen = partsByMonth(await activeParts(context), await detachedOfRecords(), [])
    for (const { table } of gone) {
      const key = monthKey({ table, month })
      const parts = seen.get(key)
      for (const part of parts?.active ?? []) checks.drop(part)
      if (parts === undefined) {
        await memory.forget({ table, month })
        continue
      }
      const accepted = parts.detached.map(({ name }) => name)
      await memory.remember([{ ...knownOf(parts, memory.get(key)), accepted, damagedSince: null }])
    }
    damaged = damaged.filter((one) => one.month !== month)
    log.warn({ month, gone }, 'Damaged records were accepted; figures go on without them')
    if (gone.some((one) => months.concerns(one))) {
      months.release(damaged, { month, after })
      events.emit('monthsHeld', months.now())
    }
    return gone
  }

  await look()
  const timer = setInterval(() => void lookAndLog(), lookEveryMs)
  timer.unref()

  return {
    months: () => damaged,
    held: () => months.now().held,
    released: () => months.now().released,
    unreadable: () => met,
    async recomputed(done) {
      if (done.length === 0) return
      months.recomputed(done)
      const over = new Set(done.map(({ month }) => month))
      const marked = memory
        .all()
        .filter(({ month, damagedSince }) => damagedSince === 0n && over.has(month))
      await memory.remember(marked.map((one) => ({ ...one, damagedSince: null })))
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
      const key = monthKey({ table, month })
      rewritten.set(key, (rewritten.get(key) ?? 0) + 1)
      try {
        await inTurn(() => memory.forget({ table, month }))
        await work()
      } finally {
        const left = (rewritten.get(key) ?? 1) - 1
        if (left === 0) rewritten.delete(key)
        else rewritten.set(key, left)
      }
    },
    look,
    accept: (month) => inTurn(() => acceptNow(month)),
    checked: () => checks.counts(),
    startChecks: () => checks.start(),
    async close() {
      clearInterval(timer)
      await lookAndLog()
      closed = true
      await turn
    },
  }
}
