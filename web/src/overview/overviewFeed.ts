import { type LiveCard, type LiveMoment, mergeMoment, mergeRecord } from '@packboard/model'
import { serverNow } from '../time/serverClock.ts'
import { followMachines } from './followMachinesWire.ts'
import { type OverviewAnswer, type OverviewQuestion, readOverview } from './readOverviewWire.ts'

/** Specification §9: live refresh interval. */
export const refreshMs = 30_000
/** A tab that slept longer than this reads the totals again (D28). */
const longSleepMs = 5 * 60_000
/** After the last sign of life of the server this much time may pass before nobody can say what a machine does. */
const signOfLifeMs = refreshMs + 5_000
/** While records of before keep arriving the totals are read anew at most this often. */
const olderPauseMs = 3_000

/** All of an overview but its cards: what the head, the banner and the chart's title tell. */
export type OverviewFrame = {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly from: Date
  /** The end of the last answer: what 'Last Updated Time' tells. */
  readonly updatedAt: Date | null
  /** When that answer came; from here on the values grow old. */
  readonly heardAt: number
  readonly refreshing: boolean
  /** Did the last request fail? The values are then those of `updatedAt`. */
  readonly failed: boolean
  readonly nextTryAt: number | null
  /** Seconds of one point of the speed graph. */
  readonly graphStep: number
}

export type Cards = ReadonlyMap<string, LiveCard>

/**
 * The live overview of one client: the totals first, the increments every 30 seconds, also after a failure, and the
 * push in between (specification §4, D28, D29). No React in here. A card is a new object only when it changed, so that
 * a change of one machine draws one card.
 */
export class OverviewFeed {
  #frame: OverviewFrame
  #cards: Cards = new Map()
  readonly #clientId: number
  readonly #serialNos: readonly string[]
  readonly #listeners = new Set<() => void>()
  #life: AbortController | undefined
  #asking: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #olderTimer: ReturnType<typeof setTimeout> | undefined
  #revision: string | undefined
  #requestedAt = 0
  #signOfLifeAt = 0

  constructor(clientId: number, serialNos: readonly string[], from: Date) {
    this.#clientId = clientId
    this.#serialNos = serialNos
    this.#frame = nothingYet(from)
  }

  get frame(): OverviewFrame {
    return this.#frame
  }

  get cards(): Cards {
    return this.#cards
  }

  /**
   * The moment up to which we may speak of the machines. A machine whose hold limit runs out while the server is heard
   * is OFFLINE; when the line to the server is broken, only we are, and its last state stays, marked as old.
   */
  now(): number {
    return Math.min(serverNow(), this.#signOfLifeAt + signOfLifeMs)
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  start() {
    const life = new AbortController()
    this.#life = life
    document.addEventListener('visibilitychange', this.#wake, { signal: life.signal })
    void this.readTotals()
    void followMachines(
      this.#clientId,
      {
        moment: (moment) => this.#hear(moment),
        older: () => this.#readTotalsSoon(),
        alive: () => this.#noteSignOfLife(),
      },
      life.signal,
    )
  }

  stop() {
    this.#life?.abort()
    this.#asking?.abort()
    clearTimeout(this.#timer)
    clearTimeout(this.#olderTimer)
  }

  /** Another start of the window: everything is asked anew. */
  startFrom(from: Date) {
    if (from.getTime() === this.#frame.from.getTime()) return
    this.#set(nothingYet(from), new Map())
    void this.readTotals()
  }

  readTotals = () => this.#ask('totals')

  /** Goes on from the last answer, or begins when there is none yet. */
  refresh = () => this.#ask(this.#frame.updatedAt ? 'increments' : 'totals')

  async #ask(kind: OverviewQuestion['kind']) {
    this.#asking?.abort()
    clearTimeout(this.#timer)
    const asking = new AbortController()
    this.#asking = asking
    this.#requestedAt = Date.now()
    this.#set({ ...this.#frame, refreshing: true })
    const { from, updatedAt } = this.#frame
    try {
      const answer = await readOverview(
        {
          clientId: this.#clientId,
          serialNos: this.#serialNos,
          kind,
          from: kind === 'totals' ? from : (updatedAt ?? from),
          revision: this.#revision,
        },
        asking.signal,
      )
      if (asking.signal.aborted) return
      // Increments on top of sums that are no longer true would only carry the error on.
      if (kind === 'increments' && answer.olderDataChanged) return void this.readTotals()
      this.#take(answer, kind)
    } catch {
      if (asking.signal.aborted) return
      this.#set({
        ...this.#frame,
        phase: this.#frame.phase === 'ready' ? 'ready' : 'failed',
        refreshing: false,
        failed: true,
        nextTryAt: serverNow() + refreshMs,
      })
    }
    this.#timer = setTimeout(this.refresh, refreshMs)
  }

  #take(answer: OverviewAnswer, kind: OverviewQuestion['kind']) {
    this.#noteSignOfLife()
    this.#revision = answer.revision
    const cards = new Map(kind === 'totals' ? [] : this.#cards)
    for (const next of answer.cards) {
      const known = this.#cards.get(next.serialNo)
      if (!known) cards.set(next.serialNo, next)
      else if (kind === 'increments') cards.set(next.serialNo, mergeRecord(known, next))
      // Totals replace the sums; what a push already told of a later moment stays.
      else cards.set(next.serialNo, mergeMoment(next, known))
    }
    this.#set(
      {
        ...this.#frame,
        phase: 'ready',
        updatedAt: answer.to,
        heardAt: serverNow(),
        refreshing: false,
        failed: false,
        nextTryAt: null,
        graphStep: answer.graphStep,
      },
      cards,
    )
  }

  #hear(moment: LiveMoment) {
    const known = this.#cards.get(moment.serialNo)
    const merged = known && mergeMoment(known, moment)
    if (!merged || merged === known) return
    this.#set(this.#frame, new Map(this.#cards).set(moment.serialNo, merged))
  }

  #noteSignOfLife() {
    this.#signOfLifeAt = serverNow()
  }

  /** Never cuts off a call under way: a long import would never let one finish. */
  #readTotalsSoon() {
    this.#olderTimer ??= setTimeout(() => {
      this.#olderTimer = undefined
      if (this.#frame.refreshing) this.#readTotalsSoon()
      else void this.readTotals()
    }, olderPauseMs)
  }

  #wake = () => {
    if (document.visibilityState !== 'visible') return
    const slept = Date.now() - this.#requestedAt
    if (slept > longSleepMs) void this.readTotals()
    else if (slept > refreshMs) void this.refresh()
  }

  #set(frame: OverviewFrame, cards: Cards = this.#cards) {
    this.#frame = frame
    this.#cards = cards
    for (const listener of this.#listeners) listener()
  }
}

function nothingYet(from: Date): OverviewFrame {
  return {
    phase: 'loading',
    from,
    updatedAt: null,
    heardAt: 0,
    refreshing: true,
    failed: false,
    nextTryAt: null,
    graphStep: 600,
  }
}
