import { type LiveCard, type LiveMoment, mergeMoment, mergeRecord } from '@packboard/model'
import { knownNow, noteLive, serverContact, watchContact } from '../api/serverContact.ts'
import { noteStateChange } from '../api/stateChanges.ts'
import { listeners } from '../listeners.ts'
import { watchSession } from '../session/session.ts'
import { serverNow } from '../time/serverClock.ts'
import { watchClock } from '../time/useNow.ts'
import {
  followMachines,
  type OverviewAnswer,
  type OverviewQuestion,
  readOverview,
} from './overviewWire.ts'

/** Specification §9: live refresh interval. */
export const refreshMs = 30_000
/** A tab that was suspended for longer than this reads the totals again (D28). */
const longSleepMs = 5 * 60_000
/** When the server has sent nothing for longer than this, the state of the machines is unknown. */
const signOfLifeMs = refreshMs + 5_000
/** While late records keep arriving, the totals are read again at most this often. */
const olderPauseMs = 3_000

/** Changes of state that follow one within this time are shown together: of 2,000 machines hundreds change in a second. */
const togetherMs = 100

/** The whole overview without its cards: what the head, the banner and the chart's title show. */
export type OverviewFrame = {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly from: Date
  /** The end of the last answer: shown as 'Last Updated Time'. */
  readonly updatedAt: Date | null
  /** When that answer came; from here on the values age. */
  readonly heardAt: number
  readonly refreshing: boolean
  /** Since when requests fail; the values are then those of `updatedAt`. null: the last one was answered. */
  readonly failedAt: number | null
  readonly nextTryAt: number | null
  /** Seconds of one point of the speed graph. */
  readonly graphStep: number
}

export type Cards = ReadonlyMap<string, LiveCard>

/** What a page showed when it was left. */
type LeftPage = { readonly key: string; readonly frame: OverviewFrame; readonly cards: Cards }

/**
 * The last of them, for as long as the session: who comes back without a network finds the machines as they were, marked as
 * old, and not none.
 */
let leftPage: LeftPage | null = null
watchSession(() => {
  leftPage = null
})

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
  readonly #listeners = listeners()
  readonly #outOfSight = new Set<string>()
  readonly #rough: RoughView
  #life: AbortController | undefined
  #asking: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #olderTimer: ReturnType<typeof setTimeout> | undefined
  #revision: string | undefined
  #requestedAt = 0
  /** The newest moment of each machine that is not shown yet. */
  readonly #heard = new Map<string, LiveMoment>()
  #shownAt = Number.NEGATIVE_INFINITY
  #showTimer: ReturnType<typeof setTimeout> | undefined
  #signOfLifeAt = 0

  constructor(clientId: number, serialNos: readonly string[], from: Date) {
    this.#clientId = clientId
    this.#serialNos = serialNos
    const left = leftPage?.key === this.#keyFrom(from) ? leftPage : null
    this.#frame = left ? { ...left.frame, refreshing: true, failedAt: null } : nothingYet(from)
    this.#cards = left?.cards ?? new Map()
    this.#rough = new RoughView(this.#frame, this.#cards)
  }

  #keyFrom = (from: Date) => [this.#clientId, from.getTime(), ...this.#serialNos].join(' ')

  get frame(): OverviewFrame {
    return this.#frame
  }

  get cards(): Cards {
    return this.#cards
  }

  /**
   * The moment up to which the state of the machines is known. A machine whose hold limit runs out while the server answers
   * is OFFLINE; when the connection to the server is lost, its last state stays, marked as old.
   */
  now(): number {
    return Math.min(knownNow(), this.#signOfLifeAt + signOfLifeMs)
  }

  /** The same machines for what is out of sight: it changes with each answer and with each state, not with each second. */
  get rough(): FeedView {
    return this.#rough
  }

  /** Nobody sees this machine until the returned function is called: its states may wait for the next second. */
  leave(serialNo: string): () => void {
    this.#outOfSight.add(serialNo)
    return () => void this.#outOfSight.delete(serialNo)
  }

  readonly subscribe = this.#listeners.watch

  start() {
    const life = new AbortController()
    this.#life = life
    document.addEventListener('visibilitychange', this.#wake, { signal: life.signal })
    window.addEventListener('online', this.#refreshSeen, { signal: life.signal })
    life.signal.addEventListener('abort', watchClock(this.#showHeard))
    life.signal.addEventListener('abort', watchContact(this.#askLostServer))
    this.#tellLive()
    void this.readTotals()
    void followMachines(
      this.#clientId,
      this.#serialNos,
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
    if (this.#frame.phase === 'ready') {
      leftPage = { key: this.#keyFrom(this.#frame.from), frame: this.#frame, cards: this.#cards }
    }
    noteLive(null)
    this.#asking?.abort()
    clearTimeout(this.#timer)
    clearTimeout(this.#olderTimer)
    clearTimeout(this.#showTimer)
    this.#showTimer = undefined
  }

  /** Another start of the window: everything is requested again. */
  startFrom(from: Date) {
    if (from.getTime() === this.#frame.from.getTime()) return
    for (const card of this.#cards.values()) {
      if (!this.#heard.has(card.serialNo)) this.#heard.set(card.serialNo, card)
    }
    this.#set(nothingYet(from), new Map())
    void this.readTotals()
  }

  readTotals = () => this.#ask('totals')

  /** Continues from the last answer, or begins when there is none yet. */
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
      // Increments on top of wrong sums would only keep the error.
      if (kind === 'increments' && answer.olderDataChanged) return void this.readTotals()
      this.#take(answer, kind)
    } catch {
      if (asking.signal.aborted) return
      this.#set({
        ...this.#frame,
        phase: this.#frame.phase === 'ready' ? 'ready' : 'failed',
        refreshing: false,
        failedAt: this.#frame.failedAt ?? serverNow(),
        nextTryAt: serverNow() + refreshMs,
      })
    }
    this.#timer = setTimeout(this.#refreshSeen, refreshMs)
  }

  /** A hidden page requests nothing; `#wake` catches up. */
  #refreshSeen = () => {
    if (document.visibilityState === 'visible') void this.refresh()
  }

  #take(answer: OverviewAnswer, kind: OverviewQuestion['kind']) {
    this.#noteSignOfLife()
    this.#revision = answer.revision
    this.#showHeard()
    const cards = new Map(kind === 'totals' ? [] : this.#cards)
    for (const next of answer.cards) {
      const known = this.#cards.get(next.serialNo)
      if (!known) cards.set(next.serialNo, next)
      else if (kind === 'increments') cards.set(next.serialNo, mergeRecord(known, next))
      // Totals replace the sums; the pushed state of a later moment stays.
      else cards.set(next.serialNo, mergeMoment(next, known))
    }
    this.#set(
      {
        ...this.#frame,
        phase: 'ready',
        updatedAt: answer.to,
        heardAt: serverNow(),
        refreshing: false,
        failedAt: null,
        nextTryAt: null,
        graphStep: answer.graphStep,
      },
      cards,
    )
    this.#showHeard()
  }

  /**
   * Another state in sight is shown at once, and others right after it together. What else changes, of other machines as well,
   * waits for the next second of the clock, when the page is drawn anyway: machines that report every second would draw it many
   * times.
   */
  #hear(moment: LiveMoment) {
    const waiting = this.#heard.get(moment.serialNo)
    if (!waiting || isNotBefore(moment, waiting)) this.#heard.set(moment.serialNo, moment)
    if (!this.#showsOtherState(moment)) return
    // Also at once it waits until all is heard that came with it.
    const left = Math.max(0, this.#shownAt + togetherMs - performance.now())
    this.#showTimer ??= setTimeout(this.#showStates, left)
  }

  #showStates = () => {
    this.#showTimer = undefined
    this.#shownAt = performance.now()
    noteStateChange()
    this.#show([...this.#heard.values()].filter((moment) => this.#showsOtherState(moment)))
  }

  #showsOtherState(moment: LiveMoment): boolean {
    const known = this.#cards.get(moment.serialNo)
    return (
      known !== undefined && isOtherState(known, moment) && !this.#outOfSight.has(moment.serialNo)
    )
  }

  #showHeard = () => this.#show([...this.#heard.values()])

  #show(moments: readonly LiveMoment[]) {
    if (moments.length === 0) return
    const cards = new Map(this.#cards)
    let changed = false
    for (const moment of moments) {
      const known = cards.get(moment.serialNo)
      // It waits for its card: the answer that brings that ends before now, and may not know of the moment.
      if (known === undefined) continue
      this.#heard.delete(moment.serialNo)
      const merged = mergeMoment(known, moment)
      if (merged === known) continue
      cards.set(moment.serialNo, merged)
      changed = true
    }
    if (changed) this.#set(this.#frame, cards)
  }

  #noteSignOfLife() {
    this.#signOfLifeAt = serverNow()
  }

  /** Never aborts a running call: during a long import none would finish. */
  #readTotalsSoon() {
    this.#olderTimer ??= setTimeout(() => {
      this.#olderTimer = undefined
      if (this.#frame.refreshing) this.#readTotalsSoon()
      else void this.readTotals()
    }, olderPauseMs)
  }

  #lost = false

  /** The server answers again: what failed meanwhile is requested at once, unless the answer is of this very call. */
  #askLostServer = () => {
    const wasLost = this.#lost
    const { failedAt, refreshing } = this.#frame
    this.#lost = serverContact().lostAt !== null
    if (wasLost && !this.#lost && failedAt !== null && !refreshing) this.#refreshSeen()
  }

  /** From when the values of the page are, and since when they are not renewed. */
  #tellLive() {
    const { phase, updatedAt, failedAt, nextTryAt } = this.#frame
    if (phase !== 'ready' || updatedAt === null) return
    noteLive({ from: updatedAt.getTime(), failedAt, nextTryAt, retry: this.refresh })
  }

  #wake = () => {
    if (document.visibilityState !== 'visible') return
    const slept = Date.now() - this.#requestedAt
    if (slept > longSleepMs) void this.readTotals()
    else if (slept > refreshMs) void this.refresh()
  }

  #set(frame: OverviewFrame, cards: Cards = this.#cards) {
    const isOther = frame !== this.#frame
    this.#frame = frame
    this.#cards = cards
    this.#rough.take(frame, cards)
    if (isOther) this.#tellLive()
    this.#listeners.notify()
  }
}

const isNotBefore = (moment: LiveMoment, other: LiveMoment) =>
  (moment.at?.getTime() ?? 0) >= (other.at?.getTime() ?? 0)

const isOtherState = (
  before: Pick<LiveCard, 'state' | 'offline'>,
  after: Pick<LiveCard, 'state' | 'offline'>,
) => before.state !== after.state || before.offline !== after.offline

/** A card is the one before until an answer came or its state is another one. */
class RoughView {
  #frame: OverviewFrame
  #cards: Cards
  readonly #listeners = listeners()

  constructor(frame: OverviewFrame, cards: Cards) {
    this.#frame = frame
    this.#cards = cards
  }

  get frame() {
    return this.#frame
  }

  get cards() {
    return this.#cards
  }

  readonly subscribe = this.#listeners.watch

  take(frame: OverviewFrame, cards: Cards) {
    if (frame.updatedAt !== this.#frame.updatedAt || cards.size !== this.#cards.size) {
      this.#cards = cards
    } else if (frame === this.#frame) {
      const others = [...cards].filter(([serialNo, card]) => {
        const known = this.#cards.get(serialNo)
        return known === undefined || isOtherState(known, card)
      })
      if (others.length === 0) return
      this.#cards = new Map([...this.#cards, ...others])
    }
    this.#frame = frame
    this.#listeners.notify()
  }
}

/** What a card reads of a feed. */
export type FeedView = Pick<OverviewFeed, 'subscribe' | 'frame' | 'cards'>

/** For a card that nobody sees: nothing is heard, so nothing is drawn. */
export const restingFeed: FeedView = {
  subscribe: () => () => {},
  frame: nothingYet(new Date(0)),
  cards: new Map(),
}

function nothingYet(from: Date): OverviewFrame {
  return {
    phase: 'loading',
    from,
    updatedAt: null,
    heardAt: 0,
    refreshing: true,
    failedAt: null,
    nextTryAt: null,
    graphStep: 600,
  }
}
