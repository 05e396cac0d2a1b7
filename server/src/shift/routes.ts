import {
  addShiftNote as addNoteCall,
  type FixedShift,
  handOverShift,
  type ShiftPage,
  shiftPage,
} from '@packboard/contract'
import {
  addShiftNote,
  machinesOfClient,
  type ShiftRecords,
  shiftRecords,
  signShift,
} from '@packboard/management'
import {
  AppError,
  type ClientScope,
  refusedField,
  type ShiftSide,
  shiftPageLimits,
  shownName,
} from '@packboard/model'
import { leavesOut, leavingOutBefore } from '@packboard/telemetry/read'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { setterOf, type Viewer } from '../access/actor.ts'
import { scopeOfFixedPage } from '../access/clientScope.ts'
import { onTablets, readBy, routesOf } from '../access/declare.ts'
import { may } from '../access/policies.ts'
import type { QueryGate } from '../access/queryGate.ts'
import { isPremium } from '../daySummary/readDays.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { demandRecent, selectMachines } from '../figures/filterWire.ts'
import type { App } from '../http/createApp.ts'
import { serialsOf } from '../records/recordsWire.ts'
import { type FoundShift, findShift } from './findShift.ts'
import { changedLater, fixedContent, fixedPage } from './fixedPage.ts'
import { readShift, type ShiftQuestion, type ShiftRead, shownMetrics } from './readShift.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** The clock of a device may be wrong by so much. */
const clockMs = 10 * minuteMs

/** The page of a shift, its notes and its hand-over. */
export function shiftPageRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Shift')
  const { management } = deps

  async function questionOf(
    request: FastifyRequest,
    clientId: number,
    start?: string,
  ): Promise<ShiftQuestion> {
    const viewer = access.viewer(request)
    const scope = await access.scope(viewer, clientId)
    const [shift, compares] = await Promise.all([
      findShift({ management, now: deps.now() }, scope, start),
      isPremium(management, scope),
    ])
    const machines = await access.machines(scope, shift.period.from)
    demandRecent(viewer, { from: shift.period.to }, deps.now(), 'start')
    return { viewer, scope, machines, shift, compares, readsEarlier: !('kioskId' in viewer) }
  }

  /** The same of a call that writes: it names the begin of its shift. */
  async function shiftToWrite(
    request: FastifyRequest,
    { clientId, start }: { readonly clientId: number; readonly start: string },
  ): Promise<ShiftQuestion> {
    const question = await questionOf(request, clientId, start)
    if (Date.parse(start) !== question.shift.period.from.getTime()) {
      throw refusedField('start', 'This is not the start of a shift.')
    }
    return question
  }

  const read = (
    question: ShiftQuestion,
    answer: () => Promise<ShiftRead> = () => readShift(deps, question),
  ) =>
    gate.ask(question.viewer, question.scope, answer, {
      period: question.shift.period,
      machines: question.machines,
    })

  /**
   * The running shift is a live page: while months pour in it is answered with what there is, without what it would say of earlier shifts, and
   * whole again as soon as they are in the ledger.
   */
  const readLive = (question: ShiftQuestion) =>
    read(question, () => {
      const { shift, machines } = question
      if (!shift.isRunning) return readShift(deps, question)
      const { from } = shift.period
      const late = leavesOut(deps.telemetry, { machineIds: machines.map(({ id }) => id), from })
      const readsEarlier = question.readsEarlier && !late
      return leavingOutBefore(from, () => readShift(deps, { ...question, readsEarlier }))
    })

  route(shiftPage, { ...readBy('figures'), ...onTablets }, async (request) => {
    const question = await questionOf(request, request.params.clientId, request.query.start)
    const { from } = question.shift.period
    const [live, records, all] = await Promise.all([
      readLive(question),
      shiftRecords(management, question.scope, from),
      machinesOfClient(management, question.scope),
    ])
    // A tablet with some machines sees these alone: what was signed is of all.
    const isWhole = all.length === question.machines.length
    return pageWire(question, live, isWhole ? records : { ...records, page: null })
  })

  route(addNoteCall, { caller: 'signShifts', ...onTablets }, async (request) => {
    const { viewer, scope, machines, shift } = await shiftToWrite(request, request.params)
    const { text, machineId } = request.body
    const [machine] = machineId === undefined ? [] : selectMachines(machines, { machineId })
    const note = { start: shift.period.from, text, machineId: machine?.id ?? null }
    return { id: await addShiftNote(management, setterOf(viewer), scope, note) }
  })

  route(handOverShift, { caller: 'signShifts', ...onTablets }, async (request) => {
    const question = await shiftToWrite(request, request.params)
    const { viewer, scope, shift } = question
    const right = maySign(viewer, scope)
    if (right === 'noNames') throw new AppError('shift.noNames')
    if (right === 'no') throw new AppError('request.notAllowed')
    const at = signedAt(request.body.at, shift, deps.now())
    const signature = { start: shift.period.from, side: request.body.side, at }
    const sign = (page: string | null) =>
      signShift(management, setterOf(viewer), scope, { ...signature, page })
    const signed = await sign(null)
    if (signed !== 'pageNeeded') return { isFixed: signed === 'fixed' }
    // What is stored is the page of all machines, also where a tablet with some of them signs.
    const whole = scopeOfFixedPage(scope)
    const machines = await machinesOfClient(management, whole)
    const { page } = await read({ ...question, scope: whole, machines, readsEarlier: true })
    return { isFixed: (await sign(fixedContent(page))) === 'fixed' }
  })
}

/** Who may sign: the people of the factory, and a tablet with a name, where the client does not forbid names. */
function maySign(viewer: Viewer, scope: ClientScope): ShiftPage['maySign'] {
  if ('role' in viewer) return may(viewer).signShifts ? 'yes' : 'no'
  if ('programKeyId' in viewer || !viewer.person) return 'no'
  return scope.hidesOperators ? 'noNames' : 'yes'
}

/** The instant of a signature, never in the future: 400 for one that is too old, 409 before the last half hour of the shift. */
function signedAt(at: Date, { period }: FoundShift, now: number): Date {
  const { signHours, signMinutes } = shiftPageLimits
  const ms = at.getTime()
  if (ms > now + clockMs) throw refusedField('at', 'This instant is in the future.')
  if (ms < now - signHours * hourMs - clockMs) {
    throw refusedField('at', `A signature is sent within ${signHours} hours.`)
  }
  const signed = Math.min(ms, Math.floor(now))
  if (signed < period.to.getTime() - signMinutes * minuteMs) throw new AppError('shift.tooEarly')
  return new Date(signed)
}

async function pageWire(
  question: ShiftQuestion,
  live: ShiftRead,
  records: ShiftRecords,
): Promise<ShiftPage> {
  const { viewer, scope, shift } = question
  const fixed = records.page === null ? null : await fixedPage(records.page, live)
  const shown = fixed === null ? live.page : shownTo(question, fixed)
  const { name, period, isRunning, previous, next, zone } = shift
  return {
    shift: { name, ...period, isRunning, previous, next },
    zone,
    ...shown,
    now: live.now,
    openQuestions: live.openQuestions,
    openCount: live.openCount,
    notes: notesWire(question, records),
    signatures: {
      over: signatureWire(scope, records, 'over'),
      takeover: signatureWire(scope, records, 'takeover'),
    },
    isFixed: fixed !== null,
    changedLater: fixed === null ? [] : changedLater(shown, live.page),
    maySign: maySign(viewer, scope),
  }
}

/** A stored page without what its reader may not see: earlier shifts on a tablet, OEEE of several machines without premium. */
function shownTo(question: ShiftQuestion, page: FixedShift): FixedShift {
  const { figures } = page
  const metrics = shownMetrics(figures.metrics, question)
  if (question.compares && question.readsEarlier) {
    return { ...page, figures: { ...figures, metrics } }
  }
  return {
    ...page,
    lines: question.compares ? page.lines : page.lines.map(({ oeee: _oeee, ...line }) => line),
    figures: { ...figures, metrics, before: null },
    different: null,
    also: page.also.filter(({ rule }) => rule !== 'isNew'),
    stories: question.readsEarlier
      ? page.stories
      : page.stories.map((story) => ({ ...story, timesBefore: 0, shiftsBefore: 0 })),
  }
}

/** Notes of the machines in scope, and of none in particular. */
function notesWire(
  { scope, machines }: ShiftQuestion,
  { notes }: ShiftRecords,
): ShiftPage['notes'] {
  const serialOf = serialsOf(machines)
  return notes.flatMap(({ machineId, by, ...note }) => {
    const serialNo = machineId === null ? '' : serialOf(machineId)
    if (scope.machineIds !== undefined && machineId !== null && serialNo === '') return []
    return [{ ...note, machineId: serialNo || null, by: shownName(scope, by) }]
  })
}

function signatureWire(scope: ClientScope, { signatures }: ShiftRecords, side: ShiftSide) {
  const found = signatures.find((one) => one.side === side)
  if (found === undefined) return null
  const { by, at, receivedAt } = found
  return { by: shownName(scope, by), at, receivedAt }
}
