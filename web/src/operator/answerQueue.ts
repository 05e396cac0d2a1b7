import { labelStop } from '@packboard/contract'
import { listeners } from '../listeners.ts'
import type { StopLabelBody } from '../stops/labels.ts'

/** A reason that was tapped and that the server does not have yet. */
export type WaitingAnswer = {
  /** Sent with every attempt: the server stores an answer with a known key once. */
  readonly key: string
  /** Name of the reason in the language in which it was tapped. */
  readonly word: string
  /** Milliseconds since 1970. */
  readonly tappedAt: number
  readonly body: StopLabelBody
}

/** An answer that the server has, and the label that it became: pages that were read before do not have it yet. */
export type StoredAnswer = WaitingAnswer & { readonly labelId: number }

/** What the server did not accept carries why, in words. */
type Refused = { readonly why: string }

/** So many wait at most; later ones are refused when they are tapped. */
export const mostWaiting = 200

/** After a failed attempt the next one follows after this time, twice as late each time, in ms. */
const firstPauseMs = 2_000
const longestPauseMs = 30_000

/** What became of an attempt: the server has it and said something about it, it did not arrive, or the server did not accept it. */
export type Sent<Result> = { readonly done: Result } | 'later' | { readonly refused: string }

/** Anything that waits; the key is its own for ever. */
type Keyed = { readonly key: string }

type AnswerStorage = Pick<Storage, 'getItem' | 'setItem'>

/**
 * What one user tapped and waits to be sent, answers or signatures, in the order in which it was tapped. It is stored in the
 * browser before it is sent and dropped when the server has answered, so that neither a reload nor a lost answer loses or
 * doubles one.
 */
export class AnswerQueue<Item extends Keyed, Result extends object> {
  readonly #storage: AnswerStorage
  readonly #storageKey: string
  readonly #reads: (value: unknown) => value is Item
  readonly #send: (item: Item) => Promise<Sent<Result>>
  readonly #changed: (item: Item) => void
  readonly #listeners = listeners()
  #waiting: readonly Item[]
  #stored: readonly (Item & Result)[] = []
  #refused: readonly (Item & Refused)[] = []
  #text: string | null
  #sending = false
  #underWay: string | null = null
  #pauseMs = firstPauseMs
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({
    storage,
    place,
    reads,
    send,
    changed,
  }: {
    storage: AnswerStorage
    /** Where in the storage: `packboard.answers.7` of the user 7. */
    place: string
    /** Is a stored value one of these? Another program may have written there. */
    reads: (value: unknown) => value is Item
    /** Sends one; `later` when it did not arrive or its answer was lost. */
    send: (item: Item) => Promise<Sent<Result>>
    /** Reads the page again after the server has decided about one. */
    changed: (item: Item) => void
  }) {
    this.#storage = storage
    this.#storageKey = place
    this.#reads = reads
    this.#send = send
    this.#changed = changed
    this.#text = storage.getItem(this.#storageKey)
    this.#waiting = this.#read(this.#text)
  }

  get waiting(): readonly Item[] {
    return this.#waiting
  }

  get stored(): readonly (Item & Result)[] {
    return this.#stored
  }

  get refused(): readonly (Item & Refused)[] {
    return this.#refused
  }

  readonly subscribe = this.#listeners.watch

  /** Stores one and begins to send. False when too many wait or the browser's storage is full. */
  add(item: Item): boolean {
    this.reload()
    if (this.#waiting.length >= mostWaiting) return false
    if (!this.#keep([...this.#waiting, item])) return false
    void this.flush()
    return true
  }

  /** Drops an answer that was not sent yet. False when it is sent already or is being sent. */
  drop(key: string): boolean {
    this.reload()
    if (this.#underWay === key) return false
    const rest = this.#waiting.filter((each) => each.key !== key)
    if (rest.length === this.#waiting.length) return false
    return this.#keep(rest)
  }

  /** Another tab of the same user has added or sent answers. */
  readonly reload = () => {
    const text = this.#storage.getItem(this.#storageKey)
    if (text === this.#text) return
    this.#text = text
    this.#waiting = this.#read(text)
    this.#listeners.notify()
  }

  /** A refusal that was read. */
  forget(key: string) {
    this.#refused = this.#refused.filter((each) => each.key !== key)
    this.#listeners.notify()
  }

  /** Sends what waits, one after the other, until one does not arrive; that one is tried again by itself. */
  async flush(): Promise<void> {
    if (this.#sending) return
    clearTimeout(this.#timer)
    this.#sending = true
    try {
      for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
        this.#underWay = next.key
        const sent = await this.#send(next)
        this.#underWay = null
        if (sent === 'later') {
          this.#timer = setTimeout(() => void this.flush(), this.#pauseMs)
          this.#pauseMs = Math.min(2 * this.#pauseMs, longestPauseMs)
          return
        }
        this.#pauseMs = firstPauseMs
        this.#decide(next, sent)
      }
    } finally {
      this.#sending = false
      this.#underWay = null
    }
  }

  /** No further attempts; what waits stays stored. */
  close() {
    clearTimeout(this.#timer)
  }

  #decide(item: Item, sent: Exclude<Sent<Result>, 'later'>) {
    const others = (each: Item) => each.key !== item.key
    if ('done' in sent) {
      this.#stored = [...this.#stored, { ...item, ...sent.done }].slice(-mostWaiting)
    } else this.#refused = [...this.#refused, { ...item, why: sent.refused }]
    this.reload()
    this.#keep(this.#waiting.filter(others))
    this.#changed(item)
  }

  #keep(waiting: readonly Item[]): boolean {
    try {
      const text = JSON.stringify(waiting)
      this.#storage.setItem(this.#storageKey, text)
      this.#text = text
    } catch {
      // What is sent is dropped from memory at least; what is new is not accepted.
      if (waiting.length > this.#waiting.length) return false
    }
    this.#waiting = waiting
    this.#listeners.notify()
    return true
  }

  #read(text: string | null): readonly Item[] {
    if (text === null) return []
    try {
      const read: unknown = JSON.parse(text)
      return Array.isArray(read) ? read.filter(this.#reads).slice(0, mostWaiting) : []
    } catch {
      return []
    }
  }
}

/** Is a stored value an answer? */
export const isAnswer = (value: unknown): value is WaitingAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'word' in value &&
  typeof value.word === 'string' &&
  'tappedAt' in value &&
  typeof value.tappedAt === 'number' &&
  'body' in value &&
  labelStop.body.safeParse(value.body).success
