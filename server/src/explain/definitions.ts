import {
  all,
  type DefinitionsAnswer,
  definitionsOfWindow,
  setEarlierDefinition as setCall,
} from '@packboard/contract'
import {
  clientSettings,
  type EarlierDefinition,
  earlierDefinition,
  setEarlierDefinition,
} from '@packboard/management'
import {
  addSeconds,
  closedSeconds,
  type DefinitionFilter,
  type DefinitionKind,
  type DefinitionRule,
  type DefinitionSpeed,
  definitionKinds,
  definitionTerms,
  differingTerms,
  effectiveness,
  knownDefinitions,
  notPlannedSeconds,
  notRunUnder,
  type Output,
  plannedExternalSeconds,
  plannedSeconds,
  type TimeModel,
} from '@packboard/model'
import type { Access } from '../access/access.ts'
import { readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import { requirePremium } from '../daySummary/readDays.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { type ChartQuestion, chartQuestion } from '../figures/chartQuestion.ts'
import { metricDimensions, metricsOf, outputsOf, type TargetOf } from '../figures/metricsOf.ts'
import { type ReadDeps, readBasis } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import type { App } from '../http/createApp.ts'

/** One window by five definitions of effectiveness, and the one of them that a client enters (D100). */
export function definitionRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Explain')
  const { management } = deps

  route(definitionsOfWindow, readBy('figures'), async (request) => {
    const { query } = request
    const requested = await chartQuestion({ access, now: deps.now() }, request, query)
    const { scope, viewer } = requested
    // D51: figures of several machines are for clients that pay for them.
    if (query.machine === all && query.machineId === all) await requirePremium(management, scope)
    const stored = await earlierDefinition(management, scope)
    return gate.ask(
      viewer,
      scope,
      () => readDefinitions(deps, requested, { stored, filteredBy: filteredBy(query) }),
      requested,
    )
  })

  route(setCall, 'setDefinitions', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const version = await setEarlierDefinition(management, actor, scope, request.body)
    return { message: 'Success!', version }
  })
}

type Choices = { readonly product: string; readonly tool: string; readonly recipe: string }

/** D78: a state or an alarm group is about causes, whatever else is chosen. */
function filteredBy({ product, tool, recipe }: Choices): DefinitionFilter {
  if (recipe !== all) return 'cause'
  return product === all && tool === all ? 'nothing' : 'context'
}

/** Names of standards as they are printed; no edition, because only their published summaries were at hand. */
const standards: Partial<Record<DefinitionKind, string>> = {
  oeee: 'ISO 22400-2',
  en415: 'EN 415-11',
}

/** One window by each definition of effectiveness, from the sums of its metric cards (D100). */
async function readDefinitions(
  deps: ReadDeps & Pick<Deps, 'management'>,
  requested: ChartQuestion,
  { stored, filteredBy }: { stored: EarlierDefinition; filteredBy: DefinitionFilter },
): Promise<DefinitionsAnswer> {
  const { scope, period } = requested
  const basis = await readBasis(deps, requested, metricDimensions)
  const { contexts } = basis
  const targetOf = await targetBook(deps, scope, {
    ...{ contexts, from: period.from, before: period.to },
  })
  const settings = await clientSettings(deps.management, scope)
  // The same packs as at target speed: those of planned time by the rules in force (D111).
  const nameplateOf: TargetOf = Object.assign(
    (machineId: number, _product: string, since = period.from.getTime()) =>
      settings.nameplate(machineId, since),
    targetOf.rules && { rules: targetOf.rules },
  )
  const { time, oee, packsAfterGap } = metricsOf(basis, targetOf)
  const outputs = {
    target: outputsOf(contexts, targetOf),
    nameplate: outputsOf(contexts, nameplateOf),
  } satisfies Record<DefinitionSpeed, readonly Output[]>
  const terms = definitionTerms(time, outputs, filteredBy)
  const oeee = effectiveness(knownDefinitions.oeee, terms).value
  const ruleOf = (kind: DefinitionKind): DefinitionRule | null =>
    kind === 'earlier' ? stored.rule : knownDefinitions[kind]
  return {
    version: stored.version,
    earlier: stored.rule &&
      stored.setAt && { ...stored.rule, setBy: stored.setBy, setAt: stored.setAt },
    coverage: oee.coverage,
    lowCoverage: oee.lowCoverage,
    time: filteredBy === 'nothing' ? timeWire(time) : null,
    seconds: terms.seconds,
    packSeconds: terms.packSeconds,
    packs: { ...packsOfOutputs(outputs.target), afterGap: packsAfterGap },
    speeds: { target: speedsOf(outputs.target), nameplate: speedsOf(outputs.nameplate) },
    filteredBy,
    definitions: definitionKinds.flatMap((kind) => {
      const rule = ruleOf(kind)
      if (rule === null) return []
      const { value, missing } = effectiveness(rule, terms)
      const points = value === null || oeee === null ? null : value - oeee
      const standard = standards[kind] ?? null
      return [{ kind, ...rule, standard, value, missing, points, differs: differingTerms(rule) }]
    }),
  }
}

/** What the calendar time of a window is made of; without external seconds the parts add up to it. */
function timeWire(time: TimeModel): NonNullable<DefinitionsAnswer['time']> {
  const plannedStops = ['break', 'label', 'mode'] as const
  const plannedStopSeconds = plannedStops.reduce((sum, kind) => sum + notRunUnder(time, kind), 0)
  return {
    plannedSeconds: plannedSeconds(time),
    externalSeconds: plannedExternalSeconds(time),
    plannedStopSeconds: addSeconds(plannedStopSeconds, 0),
    silentSeconds: addSeconds(notPlannedSeconds(time), -plannedStopSeconds),
    closedSeconds: closedSeconds(time),
  }
}

function packsOfOutputs(outputs: readonly Output[]): { good: number; all: number } {
  const all = outputs.reduce((sum, { packs }) => sum + packs, 0)
  return { good: outputs.reduce((sum, { rejects }) => sum - (rejects ?? 0), all), all }
}

/** The speeds that packs were held against; null where one of them is missing. */
function speedsOf(outputs: readonly Output[]): DefinitionsAnswer['speeds']['target'] {
  const speeds: number[] = []
  for (const { packs, target } of outputs) {
    if (packs === 0) continue
    if (target.ppm === null) return null
    speeds.push(target.ppm)
  }
  return speeds.length === 0 ? null : { least: Math.min(...speeds), most: Math.max(...speeds) }
}
