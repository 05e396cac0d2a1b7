import { randomUUID } from 'node:crypto'
import {
  clientReasons,
  labelHistory as historyCall,
  type LabelEntry,
  labelStop,
  reasonTemplates,
  setReasons as setReasonsCall,
} from '@packboard/contract'
import {
  addLabel,
  labelHistory,
  labelOfKey,
  type NewLabel,
  reasonsOfClient,
  reasonTemplate,
  reasonTemplateOf,
  type StoredLabel,
  setReasons,
} from '@packboard/management'
import {
  AppError,
  type ClientScope,
  joinedPeriods,
  labelLimits,
  reasonTemplateKeys,
  refusedField,
  shownName,
} from '@packboard/model'
import { runsIn, stopAround } from '@packboard/telemetry/read'
import type { z } from 'zod'
import type { Access } from '../access/access.ts'
import { setterOf, type Viewer } from '../access/actor.ts'
import { onTablets, readBy, routesOf } from '../access/declare.ts'
import { may } from '../access/policies.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { demandRecent, selectMachines } from '../figures/filterWire.ts'
import type { App } from '../http/createApp.ts'

type Span = { readonly from: number; readonly to: number }

const hourMs = 3_600_000
const longestMs = labelLimits.days * 24 * hourMs

/** Why machines stood (D74): the reasons of a client, and what people say about its stops. */
export function stopBookRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Stop book')

  const { management, telemetry } = deps

  async function add(viewer: Viewer, scope: ClientScope, label: NewLabel): Promise<StoredLabel> {
    const latest = deps.now() - labelLimits.userHours * hourMs
    if (!labelsOld(viewer) && label.to < latest) throw new AppError('label.tooOld')
    const { machineId, from, to } = label
    const stop = await gate.ask(viewer, scope, () =>
      stopAround(telemetry, scope, { machineId, from, to, present: deps.now() }),
    )
    if (stop === null) throw new AppError('label.noStop')
    return addLabel(management, setterOf(viewer), scope, label, stop)
  }

  route(clientReasons, { ...readBy('stops'), ...onTablets }, async (request) => {
    const scope = await access.scope(access.viewer(request), request.params.clientId)
    const found = await reasonsOfClient(management, scope)
    if (!found) throw new AppError('client.notFound')
    return {
      reasons: found.reasons.map(({ alarms, states, ...reason }) => ({
        ...reason,
        alarms: [...alarms],
        states: [...states],
      })),
      version: found.version,
    }
  })

  route(setReasonsCall, 'setShifts', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const version = await setReasons(management, actor, scope, request.body)
    return { message: 'Success!', version }
  })

  route(reasonTemplates, 'setShifts', async (request) => {
    const scope = await access.scope(access.actor(request), request.params.clientId)
    const machines = await access.machines(scope)
    const byKey = Map.groupBy(machines, ({ type }) => reasonTemplateOf(type.label))
    const machinesOf = (key: (typeof reasonTemplateKeys)[number]) => byKey.get(key) ?? []
    return {
      templates: reasonTemplateKeys
        .toSorted((a, b) => machinesOf(b).length - machinesOf(a).length)
        .map((key) => ({
          key,
          machineTypes: [...new Set(machinesOf(key).map(({ type }) => type.label))].sort(),
          reasons: reasonTemplate(key, randomUUID).map(({ alarms, states, ...reason }) => ({
            ...reason,
            alarms: [...alarms],
            states: [...states],
          })),
        })),
    }
  })

  route(labelStop, { caller: 'labelStops', ...onTablets }, async (request) => {
    const viewer = access.viewer(request)
    const { clientId, machineId: serialNo } = request.body
    const scope = await access.scope(viewer, clientId)
    const [machine] = selectMachines(await access.machines(scope), { machineId: serialNo })
    if (!machine) throw new AppError('machine.notFound')
    const label = newLabelOf(request.body, machine.id)
    demandStretch(label, deps.now())
    // A repeated call is answered as the first, also when it comes a day later.
    const known = await labelOfKey(management, scope, label)
    const stored = known ?? (await add(viewer, scope, label))
    return {
      message: 'Success!',
      labelId: stored.id,
      by: shownName(scope, stored.by ?? ''),
      at: stored.at,
    }
  })

  route(historyCall, { ...readBy('stops'), ...onTablets }, async (request) => {
    const viewer = access.viewer(request)
    const { query } = request
    const scope = await access.scope(viewer, query.clientId)
    const [machine] = selectMachines(await access.machines(scope), query)
    if (!machine) throw new AppError('machine.notFound')
    const [from, to] = [new Date(query.from), new Date(query.to)]
    demandLength(from.getTime(), to.getTime())
    demandRecent(viewer, { from }, deps.now(), 'from')
    const labels = await labelHistory(management, scope, { machineId: machine.id, from, to })
    if (labels.length === 0) return { labels: [] }
    const until = Math.max(to.getTime(), ...labels.map((label) => label.to))
    const runs = await gate.ask(viewer, scope, () =>
      runsIn(telemetry, scope, { stretches: labels, until }),
    )
    const touching = labels.filter((label) => reaches(label, from.getTime(), runs))
    return {
      labels: touching.map((label) => ({
        ...labelEntryWire(label, runs),
        by: shownName(scope, label.by),
      })),
    }
  })
}

/** Only who has an account may have the right. */
const labelsOld = (viewer: Viewer) => 'role' in viewer && may(viewer).labelOldStops

/** A label until the machine runs reaches a later instant only where no run lies in between. */
function reaches({ to }: StoredLabel, at: number, runs: readonly Span[]): boolean {
  return to > at || !runs.some((run) => run.to >= to && run.from < at)
}

function demandLength(from: number, to: number): void {
  if (from >= to) throw refusedField('to', 'The end must be after the start.')
  if (to - from > longestMs) {
    throw refusedField('to', `At most ${labelLimits.days} days can be chosen.`)
  }
}

function demandStretch({ from, to }: NewLabel, now: number): void {
  demandLength(from, to)
  if (to > now) throw refusedField('change.to', 'The end must not be in the future.')
}

type Body = z.output<typeof labelStop.body>

/** What a call wants to be written. A merge is one label over parts that have some; taking back needs something to take. */
function newLabelOf({ key, change }: Body, machineId: number): NewLabel {
  const least = { label: 0, merge: 2, takeBack: 1 }[change.action]
  if (new Set(change.replaces).size < least) {
    const what = least === 1 ? 'a label' : 'two labels'
    throw refusedField('change.replaces', `There must be ${what} at least.`)
  }
  const isLabel = change.action !== 'takeBack'
  return {
    ...{ machineId, key, replaces: change.replaces },
    from: change.from.getTime(),
    to: change.to.getTime(),
    untilRun: change.action !== 'merge' && change.untilRun,
    reason: isLabel ? change.reason : null,
    note: isLabel ? change.note : '',
  }
}

/** An entry in the words of the wire, with the time in it in which the machine ran. */
function labelEntryWire(
  { id, from, to, untilRun, reason, note, by, at, replaces }: StoredLabel,
  runs: readonly { readonly from: number; readonly to: number }[],
): LabelEntry {
  return {
    labelId: id,
    from: new Date(from),
    to: new Date(to),
    ...{ untilRun, reason, note, by, at },
    replaces: [...replaces],
    voids: joinedPeriods(
      runs
        .map((run) => ({ from: Math.max(run.from, from), to: Math.min(run.to, to) }))
        .filter((span) => span.from < span.to)
        .map((span) => ({ from: new Date(span.from), to: new Date(span.to) })),
    ),
  }
}
