import { setTimeout as pause } from 'node:timers/promises'
import { figureName, productOf, senders } from './load.ts'
import type { ServedPackboard } from './servedPackboard.ts'

export type Figures = {
  readonly values: ReadonlyMap<string, number>
  /** What a client was shown that is another client's. */
  readonly foreign: readonly string[]
  /** Calls that were refused, with the code of the error. */
  readonly refused: readonly string[]
}

/** What each client is shown of these months, by the calls of the screens. */
export async function readFigures(
  packboard: ServedPackboard,
  months: readonly string[],
): Promise<Figures> {
  const values = new Map<string, number>()
  const foreign: string[] = []
  const refused: string[] = []

  async function ask<Answer>(path: string): Promise<Answer | undefined> {
    const answer = await packboard.call(path)
    const body: Answer & { readonly code?: string } = JSON.parse(await answer.text())
    if (answer.ok) return body
    refused.push(`${path.split('?')[0]}: ${body.code}`)
    return undefined
  }
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

  for (const { clientId, ...machines } of senders) {
    const own: readonly string[] = Object.values(machines)
    const check = (what: string, all: readonly string[], mine: readonly string[]) =>
      foreign.push(
        ...all.filter((one) => !mine.includes(one)).map((one) => `${clientId}: ${what} ${one}`),
      )
    for (const month of months) {
      const window = `clientId=${clientId}&start_date=${month}-01&end_date=${lastDay(month)}`
      const pie = await ask<{ data: { pieChunks: { x: string; y: number }[] } }>(
        `/api/production_chart_data/products_pie_chart?${window}`,
      )
      if (pie) {
        const chunks = pie.data.pieChunks
        check(
          'product',
          chunks.map(({ x }) => x),
          [productOf(clientId), 'No product'],
        )
        values.set(figureName('packs', clientId, month), sum(chunks.map(({ y }) => y)))
      }
      const alarms = await ask<{ alarmData: { Machine_ID: string }[]; count: number }>(
        `/api/alarm_info/1/200?${window}`,
      )
      if (alarms) {
        check(
          'alarm of',
          alarms.alarmData.map((row) => row.Machine_ID),
          own,
        )
        values.set(figureName('alarms', clientId, month), alarms.count)
      }
      const audits = await ask<{ auditData: { Machine_ID: string }[]; count: number }>(
        `/api/audit_trail_data/1/200?${window}`,
      )
      if (audits) {
        check(
          'audit record of',
          audits.auditData.map((row) => row.Machine_ID),
          own,
        )
        values.set(figureName('audits', clientId, month), audits.count)
      }
    }
    const kept = await ask<{ records: { serialNo: string }[]; count: number }>(
      `/api/admin/reception/${clientId}/quarantine?pageSize=200`,
    )
    if (kept) {
      check(
        'quarantined record of',
        kept.records.map(({ serialNo }) => serialNo),
        own,
      )
      values.set(figureName('quarantined', clientId), kept.count)
    }
    const received = await ask<{ machines: { accepted: number }[] }>(
      `/api/admin/reception/${clientId}`,
    )
    if (received) {
      const accepted = sum(received.machines.map((machine) => machine.accepted))
      values.set(figureName('accepted', clientId), accepted)
    }
  }
  return { values, foreign, refused }
}

function lastDay(month: string): string {
  const [year = 0, one = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, one, 0)).toISOString().slice(0, 10)
}

const settledWithinMs = 45_000

/** The figures as soon as they are those that are wanted, or what they are when they have not become so. */
export async function settledFigures(
  packboard: ServedPackboard,
  months: readonly string[],
  good: (figures: Figures) => boolean,
): Promise<Figures> {
  const until = performance.now() + settledWithinMs
  for (;;) {
    const figures = await readFigures(packboard, months)
    if (good(figures) || performance.now() > until) return figures
    await pause(500)
  }
}
