import { type LiveCard, mergeMoment, mergeRecord } from '@packboard/model'
import { followMachines } from '../api/followMachines.ts'
import { momentFromWire } from './overviewWire.ts'
import { type OverviewAnswer, type OverviewQuestion, readOverview } from './readOverviewWire.ts'

/** Specification §9: live refresh interval. */
const refreshMs = 30_000
/** A tab that slept longer than this reads the totals again (D28). */
const longSleepMs = 5 * 60_000
/** While records of before keep arriving the totals are read anew at most this often. */
const olderPauseMs = 3_000

export type OverviewState = {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly cards: ReadonlyMap<string, LiveCard>
  readonly from: Date
  /** The end of the last answer: what 'Last Updated Time' tells. */
  readonly updatedAt: Date | null
  readonly refreshing: boolean
  /** Did the last request fail? The values are then those of `updatedAt`. */
  readonly failed: boolean
  readonly nextTryAt: Date | null
  /** Seconds of one point of the speed graph. */
  readonly graphStep: number
}

/**
 * The live overview of one client: the totals first, the increments every 30 seconds, also after a failure, and the
 * push in between (specification §4, D28, D29). No React in here; a screen looks at it through `subscribe` and `state`.
 */
export class OverviewFeed {
  #state: OverviewState
  readonly #clientId: number
  readonly #serialNos: readonly string[]
  readonly #listeners = new Set<() => void>()
  #life: AbortController | undefined
  #asking: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #olderTimer: ReturnType<typeof setTimeout> | undefined
  #revision: string | undefined
  #lastAskedAt = 0

  constructor(clientId: number, serialNos: readonly string[], from: Date) {
    this.#clientId = clientId
    this.#serialNos = serialNos
    this.#state = emptyState(from)
  }

  get state() {
    return this.#state
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getState = () => this.#state

  start() {
    const life = new AbortController()
    this.#life = life
    document.addEventListener('visibilitychange', this.#wake, { signal: life.signal })
    void this.readTotals()
    void followMachines(
      this.#clientId,
      {
        machine: (now) => this.#mergeMoment(momentFromWire(now)),
        older: () => this.#readTotalsSoon(),
        alive: () => {},
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
    if (from.getTime() === this.#state.from.getTime()) return
    this.#set({ ...emptyState(from) })
    void this.readTotals()
  }

  readTotals = () => this.#ask('totals')

  retry = () => this.#ask(this.#state.updatedAt && this.#revision ? 'increments' : 'totals')

  async #ask(kind: OverviewQuestion['kind']) {
    this.#asking?.abort()
    clearTimeout(this.#timer)
    const asking = new AbortController()
    this.#asking = asking
    this.#lastAskedAt = Date.now()
    this.#set({ ...this.#state, refreshing: true })
    const { from, updatedAt } = this.#state
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
      if (answer.olderDataChanged && kind === 'increments') return void this.readTotals()
      this.#take(answer, kind)
    } catch {
      if (asking.signal.aborted) return
      this.#set({
        ...this.#state,
        phase: this.#state.phase === 'ready' ? 'ready' : 'failed',
        refreshing: false,
        failed: true,
        nextTryAt: new Date(Date.now() + refreshMs),
      })
    }
    this.#timer = setTimeout(this.retry, refreshMs)
  }

  #take(answer: OverviewAnswer, kind: OverviewQuestion['kind']) {
    this.#revision = answer.revision
    const cards = new Map(kind === 'totals' ? [] : this.#state.cards)
    for (const next of answer.cards) {
      const known = this.#state.cards.get(next.serialNo)
      if (!known) cards.set(next.serialNo, next)
      else if (kind === 'increments') cards.set(next.serialNo, mergeRecord(known, next))
      // Totals replace the sums; what a push already told of a later moment stays.
      else cards.set(next.serialNo, mergeMoment(next, known))
    }
    this.#set({
      ...this.#state,
      phase: 'ready',
      cards,
      updatedAt: answer.to,
      refreshing: false,
      failed: false,
      nextTryAt: null,
      graphStep: answer.graphStep,
    })
  }

  #mergeMoment(moment: Parameters<typeof mergeMoment>[1]) {
    const known = this.#state.cards.get(moment.serialNo)
    if (!known) return
    const merged = mergeMoment(known, moment)
    if (merged === known) return
    this.#set({ ...this.#state, cards: new Map(this.#state.cards).set(moment.serialNo, merged) })
  }

  /** Never cuts off a call under way: a long import would never let one finish. */
  #readTotalsSoon() {
    this.#olderTimer ??= setTimeout(() => {
      this.#olderTimer = undefined
      if (this.#state.refreshing) this.#readTotalsSoon()
      else void this.readTotals()
    }, olderPauseMs)
  }

  #wake = () => {
    if (document.visibilityState !== 'visible') return
    const slept = Date.now() - this.#lastAskedAt
    if (slept > longSleepMs) void this.readTotals()
    else if (slept > refreshMs) void this.retry()
  }

  #set(state: OverviewState) {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

function emptyState(from: Date): OverviewState {
  return {
    phase: 'loading',
    cards: new Map(),
    from,
    updatedAt: null,
    refreshing: true,
    failed: false,
    nextTryAt: null,
    graphStep: 600,
  }
}
