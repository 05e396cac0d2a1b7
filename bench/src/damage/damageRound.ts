import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Base, sendExtras } from './base.ts'
import { type Figures, readFigures, settledFigures } from './figures.ts'
import { LaterClient } from './laterClient.ts'
import { Acknowledged, type Kind, Load, monthOf } from './load.ts'
import { mend } from './mend.ts'
import { ServedPackboard, type Start } from './servedPackboard.ts'
import {
  type DamageKind,
  type Hit,
  nameOf,
  type Random,
  type Said,
  strike,
  wasMerged,
  whatIsSaid,
} from './strike.ts'

/** How long the server may take to say what is damaged (D69). */
const sayWithinSeconds = 60
const waitSeconds = 100
const recordsBefore = 15
const recordsAfter = 10
const logShown = 40

type RoundOutcome = {
  readonly kind: string
  readonly where: string
  readonly said: string
  readonly seconds: number | undefined
  readonly mended: string
  readonly figures: string
  readonly acknowledged: number
  readonly faults: readonly string[]
  /** The end of the server's log, where there are faults. */
  readonly log: readonly string[]
}

/** The figures that rows of a table are in; rows of the others are in none. */
const figuresOfTable: Record<string, Kind> = {
  minute_ledger: 'packs',
  alarm: 'alarms',
  audit: 'audits',
  quarantine: 'quarantined',
  ingest_count: 'accepted',
}
/** No minute of a month is computed while it is damaged: what comes late for it, and in its running minute, is not in packs. */
const tablesOfMinutes = ['sample', 'alarm', 'minute_ledger']

const isOf = (table: string, name: string) =>
  name.startsWith(`${figuresOfTable[table] ?? 'no figure'} `)

/** Whether a figure may be lower than it should be, because it was said. */
function mayBeLower({ table, month }: Said['damage'][number], name: string): boolean {
  const inMonth = month === '' || !/-/.test(name) || name.endsWith(month)
  const held = tablesOfMinutes.includes(table) && name.startsWith('packs')
  return inMonth && (held || isOf(table, name))
}

/** One round: load, damage, load, what is said of it and when, and the way out that the message names. */
export async function damageRound(
  base: Base,
  kind: DamageKind,
  { pick }: Random,
): Promise<RoundOutcome> {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-damage-'))
  const spare = await mkdtemp(join(tmpdir(), 'packboard-spare-'))
  await cp(base.dataDir, dataDir, { recursive: true })
  const packboard = new ServedPackboard(dataDir)
  const acknowledged = new Acknowledged()
  const load = new Load(packboard, acknowledged)
  const faults: string[] = []
  const months = [base.month, monthOf(Date.now())]
  const fault = (text: string) => void faults.push(text)

  /** The figures must become what was there before and what was acknowledged since. */
  let offset = new Map<string, number>()
  const wanted = () => {
    const now = new Map<string, number>(offset)
    for (const [name, value] of acknowledged.figures) now.set(name, (now.get(name) ?? 0) + value)
    return now
  }
  const differences = ({ values }: Figures, mayLack: (name: string) => boolean) =>
    [...wanted()].flatMap(([name, value]) => {
      const found = values.get(name)
      if (found === value || (mayLack(name) && (found === undefined || found < value))) return []
      return [`${name} is ${found}, not ${value}`]
    })
  async function compare(when: string, mayLack: (name: string) => boolean = () => false) {
    const figures = await settledFigures(
      packboard,
      months,
      (one) => differences(one, mayLack).length === 0,
    )
    for (const one of differences(figures, mayLack)) fault(`${when}: ${one}`)
    for (const one of figures.foreign) fault(`${when}: row of another client: ${one}`)
    return figures
  }
  async function startAgain(...args: string[]): Promise<Start> {
    const start = await packboard.start(...args)
    if (!start.answers) fault(`start ${args.join(' ')}: ${start.sentence}`)
    return start
  }

  try {
    await packboard.start()
    load.resume()
    await untilSent(load, recordsBefore)
    await sendExtras(packboard, acknowledged)
    const later = await LaterClient.add(packboard)
    await load.stop()
    const before = await settledFigures(packboard, months, stable())
    offset = new Map(
      [...before.values].map(([name, value]) => [
        name,
        value - (acknowledged.figures.get(name) ?? 0),
      ]),
    )
    const whole = await compare('before the damage')
    load.resume()

    const run = { packboard, dataDir, spare, base, pick, load }
    const hit = await strike(run, kind)
    const heard = await whatWasSaid(packboard, months, hit)
    const said = heard?.said
    if (hit.refused && hit.refused.code !== 7) fault(`exit code ${hit.refused.code}`)
    if (heard === undefined) {
      // The figures are compared all the same: without a word none may be lower.
      if (!(await nothingIsLost(hit))) fault('nothing was said')
    } else if (heard.seconds > sayWithinSeconds) {
      fault(`said after ${Math.round(heard.seconds)} s`)
    }

    const saidOf = (name: string) => (said?.damage ?? []).some((one) => mayBeLower(one, name))
    let during = 'no figures: not started'
    if (!hit.refused) {
      await untilSent(load, load.least + recordsAfter)
      await sendExtras(packboard, acknowledged)
      await load.stop()
      // What was said to be incomplete may be lower than it should be; all else may not.
      const now = await compare('with the damage', saidOf)
      for (const [name, value] of whole.values) {
        const rowsLost = (said?.damage ?? []).some(({ table }) => isOf(table, name))
        if (!rowsLost && (now.values.get(name) ?? value) < value) {
          fault(`with the damage: ${name} fell from ${value} to ${now.values.get(name)}`)
        }
      }
      during = lowerThan(wanted(), now)
      load.resume()
    }

    const mended = await mend(run, kind, hit, later, { fault, startAgain, said })
    await load.stop()
    await sendExtras(packboard, acknowledged)
    const gone = mended.complete ? () => false : saidOf
    const after = await compare(`after "${mended.way}"`, mended.lacks ?? gone)
    return {
      kind: nameOf(kind),
      where: hit.where,
      said: said?.text ?? 'nothing: its rows are in other parts',
      seconds: heard?.seconds,
      mended: mended.way,
      figures: `${during}; mended: ${lowerThan(wanted(), after)}`,
      acknowledged: acknowledged.figures.get('accepted 1') ?? 0,
      faults,
      log: faults.length > 0 ? packboard.log.slice(-logShown) : [],
    }
  } catch (error) {
    // What was seen until then explains it.
    for (const line of [...faults, ...packboard.log.slice(-logShown)])
      console.log(`   BEFORE   ${line}`)
    throw error
  } finally {
    await load.stop().catch((error: unknown) => fault(String(error)))
    await packboard.stop()
    for (const directory of [dataDir, spare]) {
      await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/** What was said of a damage, and after how many seconds; undefined: nothing. A page is open meanwhile, and the load goes on. */
async function whatWasSaid(
  packboard: ServedPackboard,
  months: readonly string[],
  { refused, part, since }: Hit,
): Promise<{ readonly said: Said; readonly seconds: number } | undefined> {
  if (refused) return { said: { text: refused.sentence, damage: [] }, seconds: refused.seconds }
  const answered = performance.now()
  let said: Said | undefined
  const watch = readFiguresUntil(packboard, months, () => said !== undefined)
  while (said === undefined && performance.now() - answered < waitSeconds * 1_000) {
    said = await whatIsSaid(packboard, part)
    if (said === undefined) await pause(250)
  }
  const seconds = (performance.now() - since) / 1_000
  await watch
  return said && { said, seconds }
}

/** Its rows are in other parts: those that it was merged from, or one that a merge has made of it meanwhile. */
async function nothingIsLost({ part, readFromOthers }: Hit): Promise<boolean> {
  if (readFromOthers) return true
  return part !== undefined && (await wasMerged(part))
}

/** Waits until each machine has sent so many records. */
async function untilSent(load: Load, records: number) {
  const until = performance.now() + waitSeconds * 1_000
  while (load.least < records) {
    if (performance.now() > until) {
      throw new Error(
        `within ${waitSeconds} s one machine had ${load.least} of ${records} records acknowledged`,
      )
    }
    await pause(50)
  }
}

function lowerThan(wanted: ReadonlyMap<string, number>, { values }: Figures): string {
  const lower = [...wanted].flatMap(([name, value]) => {
    const found = values.get(name)
    return found === value ? [] : [`${name} ${found === undefined ? 'refused' : found - value}`]
  })
  return lower.length === 0 ? 'all whole' : lower.join(', ')
}

/** Counts of received records are written every five seconds, later on a busy machine. */
const unchangedMs = 12_000

/** Readings that are alike for so long. */
function stable() {
  let before = ''
  let since = 0
  return ({ values }: Figures) => {
    const now = JSON.stringify([...values])
    if (now !== before) since = performance.now()
    before = now
    return performance.now() - since > unchangedMs
  }
}

async function readFiguresUntil(
  packboard: ServedPackboard,
  months: readonly string[],
  over: () => boolean,
) {
  const until = performance.now() + waitSeconds * 1_000
  while (!over() && performance.now() < until) {
    await readFigures(packboard, months).catch(() => undefined)
    await pause(1_000)
  }
}
