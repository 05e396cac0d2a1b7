import { type DamagedPart, damagedPart, monthOfPart } from '../clickhouse/damagedPart.ts'
import type { Service, TelemetryContext } from '../context.ts'
import type {
  Damage,
  DamagedMonth,
  KnownMonth,
  MonthsFrozen,
  PartRecord,
} from '../damagedMonths.ts'
import { Turns } from '../turns.ts'
import {
  frozenMonths,
  knownMonth,
  type MonthParts,
  monthDamage,
  type PartsNow,
  partsByMonth,
} from './monthDamage.ts'
import { type PartChecks, partChecks } from './partChecks.ts'
import { attachReturned, type Candidates, partFiles, setAside } from './partFiles.ts'
import { monthKey, type PartMemory, readPartMemory, reportDamage } from './partMemory.ts'
import {
  type ActivePart,
  activeParts,
  detachedParts,
  faultOf,
  foldedBatch,
  mergedParts,
} from './readParts.ts'

/** Their rows are made from minutes: what is lost of them is made again, and no figure is incomplete for it. */
const derivedTables: ReadonlySet<string> = new Set(['hour_ledger', 'mode_hour'])

/** So that damage is known within a minute, also where the look itself takes long (D69). */
const lookEveryMs = 30_000

type PartName = Pick<DamagedPart, 'table' | 'name'>
type MonthName = Pick<KnownMonth, 'table' | 'month'>

/** Watches over the parts of the store: what is lost, what cannot be read, and what is whole again. */
export class DamageWatch implements Damage, Service {
  readonly #context: Omit<TelemetryContext, 'damage'>
  readonly #memory: PartMemory
  readonly #months = frozenMonths()
  readonly #files = partFiles()
  readonly #checks: PartChecks
  readonly #candidates: Candidates = new Map()
  readonly #turns = new Turns()
  #damaged: readonly DamagedMonth[] = []
  #seen = new Map<string, MonthParts>()
  #restarts: number
  /** Parts that a query or a check could not read, by table. */
  readonly #unreadable = new Map<string, string[]>()
  #met = 0
  /** The months that are being changed on purpose, and how often. */
  readonly #rewritten = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #closed = false

  static async open(
    context: Omit<TelemetryContext, 'damage'>,
    record: PartRecord,
  ): Promise<DamageWatch> {
    const watch = new DamageWatch(context, await readPartMemory(record, context.log))
    await watch.look()
    watch.#timer = setInterval(() => void watch.#lookAndLog(), lookEveryMs).unref()
    return watch
  }

  private constructor(context: Omit<TelemetryContext, 'damage'>, memory: PartMemory) {
    this.#context = context
    this.#memory = memory
    this.#restarts = context.connection.restarts()
    const since = (part: ActivePart) => memory.get(monthKey(part))?.damagedSince
    this.#checks = partChecks({
      log: context.log,
      goesOn: () => !this.#closed,
      isFirst: (part) => since(part) != null,
      check: (part) => this.#check(part),
      done: async (part) => {
        if (!this.#checks.waitsFor(part) && since(part) != null) await this.#lookAndLog()
      },
    })
  }

  months(): readonly DamagedMonth[] {
    return this.#damaged
  }

  frozen(): MonthsFrozen['frozen'] {
    return this.#months.now().frozen
  }

  released(): MonthsFrozen['released'] {
    return this.#months.now().released
  }

  unreadable(): number {
    return this.#met
  }

  async recomputed(done: MonthsFrozen['released']): Promise<void> {
    if (done.length === 0) return
    this.#months.recomputed(done)
    const over = new Set(done.map(({ month }) => month))
    const marked = this.#memory
      .all()
      .filter(({ month, damagedSince }) => damagedSince === 0n && over.has(month))
    await this.#memory.remember(marked.map((one) => ({ ...one, damagedSince: null })))
  }

  async current(): Promise<void> {
    if (this.#context.connection.restarts() !== this.#restarts) await this.look()
  }

  noticed(error: unknown): { readonly month: number } | undefined {
    const part = damagedPart(error)
    if (part === undefined) return undefined
    this.#addUnreadable(part, error instanceof Error ? error.message : '')
    return { month: part.month }
  }

  async rewriting(table: string, month: number, work: () => Promise<void>): Promise<void> {
    const rewritten = this.#rewritten
    const key = monthKey({ table, month })
    rewritten.set(key, (rewritten.get(key) ?? 0) + 1)
    try {
      await this.#turns.alone(() => this.#memory.forget({ table, month }))
      await work()
    } finally {
      const left = (rewritten.get(key) ?? 1) - 1
      if (left === 0) rewritten.delete(key)
      else rewritten.set(key, left)
    }
  }

  look(): Promise<void> {
    return this.#turns.alone(async () => {
      if (!this.#closed) await this.#look()
    })
  }

  /** An operator goes on without what is lost of a month; returns what that was. */
  accept(month: number): Promise<readonly DamagedMonth[]> {
    return this.#turns.alone(() => this.#accept(month))
  }

  /** How many parts were read as a whole since the store was opened, and how many wait. */
  checked(): { readonly checked: number; readonly waiting: number } {
    return this.#checks.counts()
  }

  /** Begins to check the parts; to be called when the store is open. */
  startChecks(): void {
    this.#checks.start()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#lookAndLog()
    this.#closed = true
    await this.#turns.alone(async () => {})
  }

  async #lookAndLog(): Promise<void> {
    try {
      await this.look()
    } catch (error) {
      if (!this.#closed) this.#warn(error)
    }
  }

  #warn(error: unknown): void {
    this.#context.log.warn({ err: error }, 'The parts of the records could not be looked at')
  }

  async #check(part: ActivePart): Promise<void> {
    const parts = this.#seen.get(monthKey(part))
    if (!parts?.active.some(({ name }) => name === part.name)) return
    const fault = await faultOf(this.#context, part)
    if (fault !== undefined) this.#addUnreadable(part, fault)
  }

  async #detachedOfRecords() {
    return (await detachedParts(this.#context)).filter(({ table }) => !derivedTables.has(table))
  }

  async #readParts(): Promise<ActivePart[]> {
    const read = () => Promise.all([activeParts(this.#context), this.#detachedOfRecords()])
    let [active, detached] = await read()
    const missing = (part: MonthName) => this.#memory.get(monthKey(part))?.missing ?? []
    const mayGrow = this.#seen.size > 0
    let attached = false
    for (const part of this.#context.connection.pid() === undefined ? [] : detached) {
      const taken = await attachReturned(this.#context, part, missing(part), {
        candidates: this.#candidates,
        mayGrow,
      })
      attached = taken || attached
    }
    if (attached) [active, detached] = await read()
    // What is back is read as a whole before it counts.
    this.#checks.add(active.filter((part) => missing(part).some(({ id }) => id === part.id)))
    const missingIds = this.#memory.all().flatMap((one) => one.missing.map(({ id }) => id))
    this.#seen = partsByMonth(active, detached, await mergedParts(this.#context, missingIds))
    return active
  }

  async #look(): Promise<void> {
    const begun = this.#context.connection.restarts()
    const first = this.#seen.size === 0
    const active = await this.#readParts()
    this.#restarts = begun
    if (first) this.#checks.add(active)
    for (const part of active) if (part.month === 0) await this.#checkNow(part, first)
    if (this.#context.connection.pid() !== undefined) await this.#lookAtFiles(active)
    const found: DamagedMonth[] = []
    const states: KnownMonth[] = []
    const keys = new Set([...this.#memory.all().map(monthKey), ...this.#seen.keys()])
    for (const key of keys) {
      if (this.#rewritten.has(key)) continue
      const { damage, state } = this.#stateOf(key)
      if (damage && derivedTables.has(damage.table)) {
        this.#context.events.emit('hoursDamaged', damage.month)
        await this.#memory.forget(damage)
        continue
      }
      if (damage) found.push(damage)
      if (state) states.push(state)
    }
    reportDamage(this.#context.log, this.#damaged, found)
    this.#damaged = found
    const since = found.length > 0 ? await foldedBatch(this.#context) : 0n
    const keep = states.map((one) =>
      found.some((damage) => monthKey(damage) === monthKey(one))
        ? { ...one, damagedSince: this.#memory.get(monthKey(one))?.damagedSince ?? since }
        : one,
    )
    const changed = this.#months.look(found, keep)
    await this.#memory.remember(keep)
    if (changed) this.#context.events.emit('monthsFrozen', this.#months.now())
  }

  /** What is damaged of a month of a table, and what is to be remembered of it. */
  #stateOf(key: string): { damage?: DamagedMonth | undefined; state?: KnownMonth } {
    const parts = this.#seen.get(key)
    const expected = this.#memory.get(key)
    const one = parts ?? expected
    if (one === undefined) return {}
    const { table, month } = one
    const names = new Set(parts?.active.map(({ name }) => name))
    const broken = (this.#unreadable.get(table) ?? [])
      .filter((name) => names.has(name))
      .map((name) => ({ name }))
    const waits = (expected?.damagedSince ?? 0n) > 0n && this.#checks.waitsFor(one)
    const { damage, missing } = monthDamage({ table, month, parts, expected, broken, waits })
    if (parts === undefined && missing.length === 0) return { damage }
    const state = { ...this.#knownOf(parts ?? one, expected), missing }
    return { damage, state }
  }

  /** A month that is whole again keeps its mark until its minutes were computed: `damagedSince` is 0 meanwhile. */
  #knownOf(parts: PartsNow, expected: KnownMonth | undefined): KnownMonth {
    const isMarked = expected?.damagedSince != null && this.#months.concerns(parts)
    return knownMonth(parts, expected, isMarked ? 0n : null)
  }

  /**
   * Tables without months are small, and a start depends on each of them: a part that cannot be read is set aside before
   * anything reads it. While Packboard runs nothing reads most of them, so each look does.
   */
  async #checkNow(part: ActivePart, isStart: boolean): Promise<void> {
    this.#checks.drop(part)
    const fault = faultOf(this.#context, part)
    // Between two looks it may have been merged, which has read it.
    if ((await (isStart ? fault : fault.catch(() => undefined))) === undefined) return
    await this.#aside(part)
    await this.#readParts()
  }

  /** A part whose files were deleted or cut is known before anything reads it; one that was written into is read. */
  async #lookAtFiles(active: readonly ActivePart[]): Promise<void> {
    const { cut, written } = await this.#files.altered(active)
    if (cut.length + written.length === 0) return
    // What was merged or deleted meanwhile is no part of its table any more.
    const there = new Set((await activeParts(this.#context)).map(({ path }) => path))
    for (const part of cut) {
      if (there.has(part.path)) this.#addUnreadable(part, 'Its files were deleted or cut')
    }
    for (const part of written.filter(({ path }) => there.has(path))) {
      const fault = await faultOf(this.#context, part).catch(() => undefined)
      if (fault !== undefined) this.#addUnreadable(part, fault)
    }
  }

  #addUnreadable(part: PartName, message: string): void {
    const { table, name } = part
    const names = this.#unreadable.get(table) ?? []
    if (names.includes(name)) return
    this.#unreadable.set(table, [...names, name])
    this.#met += 1
    this.#checks.drop(part)
    if (derivedTables.has(table)) this.#context.events.emit('hoursDamaged', monthOfPart(name))
    this.#context.log.warn({ table, part: name, message }, 'A part of the records cannot be read')
    void this.#turns
      .alone(async () => {
        if (this.#closed) return
        await this.#aside({ table, name })
        await this.#look()
      })
      .catch((error: unknown) => this.#warn(error))
  }

  /** A part that no look has seen yet is remembered before it is set aside, so that a copy of it is known as its copy. */
  async #know({ table, name }: PartName): Promise<void> {
    const part = (await activeParts(this.#context)).find(
      (one) => one.table === table && one.name === name,
    )
    const expected = part && this.#memory.get(monthKey(part))
    if (part === undefined || expected?.parts.some(({ id }) => id === part.id)) return
    const { month, tableId, from, to, rows, id } = part
    const before = expected ?? this.#knownOf({ table, month, tableId }, undefined)
    // Those that were merged into it are in it.
    const beside = before.parts.filter((one) => one.from < from || one.to > to)
    await this.#memory.remember([{ ...before, parts: [...beside, { from, to, rows, id }] }])
  }

  async #aside(part: PartName): Promise<void> {
    const { table, name } = part
    try {
      await this.#know(part)
      await setAside(this.#context, part)
    } catch (error) {
      // Its month stays unreadable, which is on health; the next start tries again.
      this.#context.log.warn(
        { err: error, table, part: name },
        'A part that cannot be read could not be set aside',
      )
      return
    }
    this.#unreadable.set(
      table,
      (this.#unreadable.get(table) ?? []).filter((other) => other !== name),
    )
  }

  async #accept(month: number): Promise<readonly DamagedMonth[]> {
    const gone = this.#damaged.filter((one) => one.month === month)
    const since = gone.map((one) => this.#memory.get(monthKey(one))?.damagedSince ?? 0n)
    const after = gone.every(({ table }) => table === 'minute_ledger')
      ? null
      : since.reduce((least, one) => (one < least ? one : least), since[0] ?? 0n)
    for (const { table } of gone) {
      for (const name of this.#unreadable.get(table) ?? []) {
        if (monthOfPart(name) === month) await this.#aside({ table, name })
      }
    }
    this.#seen = partsByMonth(await activeParts(this.#context), await this.#detachedOfRecords(), [])
    for (const { table } of gone) {
      const key = monthKey({ table, month })
      const parts = this.#seen.get(key)
      for (const part of parts?.active ?? []) this.#checks.drop(part)
      if (parts === undefined) {
        await this.#memory.forget({ table, month })
        continue
      }
      const accepted = parts.detached.map(({ name }) => name)
      await this.#memory.remember([
        { ...this.#knownOf(parts, this.#memory.get(key)), accepted, damagedSince: null },
      ])
    }
    this.#damaged = this.#damaged.filter((one) => one.month !== month)
    this.#context.log.warn(
      { month, gone },
      'Damaged records were accepted; figures go on without them',
    )
    if (gone.some((one) => this.#months.concerns(one))) {
      this.#months.release(this.#damaged, { month, after })
      this.#context.events.emit('monthsFrozen', this.#months.now())
    }
    return gone
  }
}
