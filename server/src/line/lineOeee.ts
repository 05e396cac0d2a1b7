import type { LineOeeeWire } from '@packboard/contract'
import type { ClientMachine } from '@packboard/management'
import {
  type ClientScope,
  type Flow,
  type Period,
  plannedSeconds,
  type Step,
} from '@packboard/model'
import { isPremium } from '../daySummary/readDays.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import type { ChartQuestion } from '../figures/chartQuestion.ts'
import { metricDimensions, metricsOf } from '../figures/metricsOf.ts'
import { joinedBasis, readBasis } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import { linesWithFlow, stepsIn } from './readLine.ts'

type LineFigures = LineOeeeWire['machines']

/** The machines of the key station of a flow; none: the line has no key station, and no OEEE of its own. */
export const keyMachines = (flow: Flow<number>): readonly number[] =>
  flow.filter(({ key }) => key).flatMap(({ machines }) => machines)

/** Whose figures, of which window and filter. */
export type LineOeeeQuestion = Pick<ChartQuestion, 'machines' | 'period' | 'filter' | 'nothing'> & {
  /** OEEE of several machines is for premium clients (D51). */
  readonly isPremium: boolean
}

/**
 * OEEE, packs and planned time of a line in a window, from the sums of all figures (D20): of the machines of its key station (D103: good ideal
 * seconds ÷ planned seconds), and of all machines of its flow. Each machine counts for the time that the flow has it. The key station has figures only where
 * all its machines are among those of the question. null: the line has no flow in the window.
 */
export async function lineOeee(
  deps: Pick<Deps, 'telemetry' | 'management'> & PlanDeps,
  scope: ClientScope,
  flow: readonly Step<Flow<number>>[],
  question: LineOeeeQuestion,
): Promise<LineOeeeWire | null> {
  const { machines, period } = question
  const [from, to] = [period.from.getTime(), period.to.getTime()]
  const steps = stepsIn(flow, from, to)
  const known = new Map(machines.map((machine) => [machine.id, machine]))
  const partsOf = (idsOf: (stations: Flow<number>) => readonly number[]): Part[] =>
    steps.flatMap((step, index) => {
      const ids = idsOf(step.value)
      const end = steps[index + 1]?.from ?? to
      const part = { from: new Date(Math.max(from, step.from)), to: new Date(end) }
      return ids.length === 0 ? [] : [{ ids, period: part }]
    })
  const all = partsOf((stations) => stations.flatMap((station) => station.machines))
  if (all.length === 0) return null
  const key = partsOf(keyMachines)
  const isWhole = key.length > 0 && key.every(({ ids }) => ids.every((id) => known.has(id)))
  const figures = (parts: readonly Part[]) => figuresOf(deps, scope, { ...question, known, parts })
  const [line, sum] = await Promise.all([isWhole ? figures(key) : null, figures(all)])
  return { line, machines: sum }
}

/** The same of each line of a client by its name, read as it is wanted. */
export async function lineOeees(
  deps: Pick<Deps, 'telemetry' | 'management'> & PlanDeps,
  scope: ClientScope,
  question: Omit<LineOeeeQuestion, 'isPremium'>,
): Promise<(lineName: string) => Promise<LineOeeeWire | null>> {
  const { machines, period, filter, nothing } = question
  const [lines, premium] = await Promise.all([
    linesWithFlow(deps, scope, period),
    isPremium(deps.management, scope),
  ])
  const flowOf = new Map(lines.map(({ name, flow }) => [name, flow]))
  return async (name) => {
    const flow = flowOf.get(name)
    if (flow === undefined) return null
    const whole = { machines, period, filter, nothing, isPremium: premium }
    return await lineOeee(deps, scope, flow, whole)
  }
}

/** Machines of a flow for as long as it was in force. */
type Part = { readonly ids: readonly number[]; readonly period: Period }

async function figuresOf(
  deps: Pick<Deps, 'telemetry' | 'management'> & PlanDeps,
  scope: ClientScope,
  {
    known,
    parts,
    isPremium,
    ...question
  }: LineOeeeQuestion & {
    readonly known: ReadonlyMap<number, ClientMachine>
    readonly parts: readonly Part[]
  },
): Promise<LineFigures> {
  const bases = await Promise.all(
    parts.map(async ({ ids, period }) => {
      const machines = ids.flatMap((id) => known.get(id) ?? [])
      const wanted = { ...question, scope, machines, period }
      const basis = await readBasis(deps, wanted, metricDimensions)
      // What has no mark has the settings of the begin of its own part.
      const dated = basis.contexts.map((one) => ({ since: period.from.getTime(), ...one }))
      return { ...basis, contexts: dated }
    }),
  )
  const basis = joinedBasis(bases)
  const { from, to: before } = question.period
  const targetOf = await targetBook(deps, scope, { contexts: basis.contexts, from, before })
  const { packs, time, oee } = metricsOf(basis, targetOf)
  const isOne = new Set(parts.flatMap(({ ids }) => ids)).size === 1
  return { oeee: isPremium || isOne ? oee.oee : null, plannedSeconds: plannedSeconds(time), packs }
}
