import * as limits from './topic.ts'

/** What the order of messages depends on. */
export type Ordered = {
  readonly verb: string
  /** 0 to 255, then from 0 again; undefined where the edge node sends none. */
  readonly seq: number | undefined
  /** When the edge node sent it, by its own clock. */
  readonly at: number
  readonly bdSeq: bigint | undefined
  readonly receivedAt: number
  readonly bytes: number
}

/** From one birth of an edge node to the next one or to its death. */
type EdgeSession<Scope> = {
  readonly bornAt: number
  readonly bornSeq: number
  readonly receivedAt: number
  readonly bdSeq: bigint | undefined
  /** The number of the message that comes next; its last eight bits are the `seq` of the wire. */
  next: number
  /** The time of the newest message that came in order. */
  lastAt: number
  /** Of each `seq` the newest message, so that one that comes twice is known. */
  readonly seen: Map<number, { readonly at: number; readonly sequence: number }>
  /** What the births said, of the edge node ('') and each device. */
  readonly scopes: Map<string, Scope>
}

/** A message in its place. */
export type Placed<Message, Scope> = {
  readonly message: Message
  /**
   * `birth` begins a session; `late` is one that was given up, or came twice; `unborn` came without a birth, so only
   * what it names itself is known.
   */
  readonly place: 'birth' | 'inOrder' | 'late' | 'unborn'
  readonly session: EdgeSession<Scope> | undefined
  /** Its place in the session: orders the messages of one millisecond, and is the same when one comes twice (D7). */
  readonly sequence: number
}

type Held<Message> = { readonly message: Message; readonly until: number }

/**
 * Puts the messages of one edge node in the order of their sequence numbers. A message waits for those before it, for
 * `reorderMs` at most. It knows no clock: the caller passes the time, and calls `expire` at `due`.
 */
export class EdgeOrder<Message extends Ordered, Scope> {
  #session: EdgeSession<Scope> | undefined
  /** The one before, while messages of it may still be on their way. */
  #former: EdgeSession<Scope> | undefined
  #held: Held<Message>[] = []
  /** No birth came in time: what comes now waits no longer. */
  #isLost = false
  #gaps = 0
  #missing = 0
  readonly #reorderMs: number

  constructor(reorderMs: number) {
    this.#reorderMs = reorderMs
  }

  get session(): EdgeSession<Scope> | undefined {
    return this.#session
  }

  get held(): number {
    return this.#held.length
  }

  /** How often what was missing was given up. */
  get gaps(): number {
    return this.#gaps
  }

  /** How many messages were given up, where their numbers say it. */
  get missing(): number {
    return this.#missing
  }

  /** When the oldest message that waits has waited long enough. */
  get due(): number | undefined {
    return this.#held.length === 0 ? undefined : Math.min(...this.#held.map(({ until }) => until))
  }

  /** Takes a message; returns what is in its place now. */
  arrive(message: Message, now: number): Placed<Message, Scope>[] {
    const placed: Placed<Message, Scope>[] = []
    this.#offer(message, now + this.#reorderMs, placed)
    const bytes = this.#held.reduce((sum, held) => sum + held.message.bytes, 0)
    if (this.#held.length > limits.heldMessages || bytes > limits.heldBytes) {
      placed.push(...this.expire(Number.POSITIVE_INFINITY))
    }
    return placed
  }

  /** Gives up what messages wait for that have waited until now. */
  expire(now: number): Placed<Message, Scope>[] {
    const placed: Placed<Message, Scope>[] = []
    while (this.#held.some(({ until }) => until <= now)) {
      const session = this.#session
      this.#gaps += 1
      if (!session) {
        this.#isLost = true
        this.#release(() => true, placed)
        break
      }
      const missing = Math.min(...this.#held.map(({ message }) => ahead(session, message)))
      this.#missing += missing
      session.next += missing
      this.#drain(session, placed)
    }
    return placed
  }

  /** The session is over: what waits is all that still comes of it. */
  end(): Placed<Message, Scope>[] {
    const placed = this.expire(Number.POSITIVE_INFINITY)
    this.#session = undefined
    this.#former = undefined
    this.#isLost = false
    return placed
  }

  #offer(message: Message, until: number, placed: Placed<Message, Scope>[]) {
    if (message.verb === 'NBIRTH') return this.#birth(message, placed)
    const session = this.#session
    if (!session) {
      if (this.#isLost) placed.push(unborn(message))
      else this.#held.push({ message, until })
      return
    }
    // By the clock of the edge node, which may be set back later: only while messages may have been overtaken.
    const mayBeFormer = message.receivedAt - session.receivedAt <= this.#reorderMs
    if (message.at < session.bornAt && mayBeFormer) {
      placed.push(this.#former ? late(this.#former, message) : unborn(message))
      return
    }
    if (message.seq === undefined) {
      placed.push({ message, place: 'inOrder', session, sequence: session.next })
      return
    }
    const distance = ahead(session, message)
    const seen = session.seen.get(message.seq)
    if (distance === 0) {
      this.#inOrder(session, message, placed)
      this.#drain(session, placed)
    } else if (seen?.at === message.at) {
      placed.push({ message, place: 'late', session, sequence: seen.sequence })
    } else if (distance >= 128 && message.at <= session.lastAt) placed.push(late(session, message))
    else this.#held.push({ message, until })
  }

  #birth(message: Message, placed: Placed<Message, Scope>[]) {
    const before = this.#session
    if (before && isRepeated(before, message, this.#reorderMs)) {
      placed.push(late(before, message))
      return
    }
    this.#release(({ at }) => at < message.at, placed)
    const waiting = this.#held
    this.#held = []
    this.#former = before
    const bornSeq = message.seq ?? 0
    const session: EdgeSession<Scope> = {
      bornAt: message.at,
      bornSeq,
      receivedAt: message.receivedAt,
      bdSeq: message.bdSeq,
      next: bornSeq + 1,
      lastAt: message.at,
      seen: new Map(),
      scopes: new Map(),
    }
    this.#session = session
    this.#isLost = false
    placed.push({ message, place: 'birth', session, sequence: bornSeq })
    for (const held of waiting) this.#offer(held.message, held.until, placed)
  }

  #inOrder(session: EdgeSession<Scope>, message: Message, placed: Placed<Message, Scope>[]) {
    const { next } = session
    placed.push({ message, place: 'inOrder', session, sequence: next })
    session.seen.set(next & 255, { at: message.at, sequence: next })
    session.next += 1
    session.lastAt = Math.max(session.lastAt, message.at)
  }

  /** What follows without a gap. */
  #drain(session: EdgeSession<Scope>, placed: Placed<Message, Scope>[]) {
    for (;;) {
      const index = this.#held.findIndex(({ message }) => ahead(session, message) === 0)
      if (index < 0) break
      const [next] = this.#held.splice(index, 1)
      if (next) this.#inOrder(session, next.message, placed)
    }
    // Of two that came with one number, the second.
    const repeated = this.#held.filter(
      ({ message }) => ahead(session, message) >= 128 && message.at <= session.lastAt,
    )
    if (repeated.length === 0) return
    this.#held = this.#held.filter((held) => !repeated.includes(held))
    for (const { message } of repeated) placed.push(late(session, message))
  }

  /** What waits and is of a session that is over, in its order. */
  #release(isOf: (message: Message) => boolean, placed: Placed<Message, Scope>[]) {
    const session = this.#session
    const old = this.#held.filter(({ message }) => isOf(message))
    this.#held = this.#held.filter((held) => !old.includes(held))
    const messages = old.map(({ message }) => message)
    if (!session) {
      messages.sort((one, other) => one.at - other.at)
      placed.push(...messages.map((message) => unborn<Message, Scope>(message)))
      return
    }
    messages.sort((one, other) => ahead(session, one) - ahead(session, other))
    for (const message of messages) {
      session.next += ahead(session, message)
      this.#inOrder(session, message, placed)
    }
  }
}

/** How many messages are missing before this one, 0 to 255. */
function ahead({ next }: { readonly next: number }, { seq }: Ordered): number {
  return ((seq ?? next) - next) & 255
}

function late<Message extends Ordered, Scope>(
  session: EdgeSession<Scope>,
  message: Message,
): Placed<Message, Scope> {
  const distance = ahead(session, message)
  const sequence = session.next + (distance >= 128 ? distance - 256 : distance)
  return { message, place: 'late', session, sequence: Math.max(0, sequence) }
}

function unborn<Message extends Ordered, Scope>(message: Message): Placed<Message, Scope> {
  return { message, place: 'unborn', session: undefined, sequence: message.seq ?? 0 }
}

/** The birth that began this session once more, or one before it that was overtaken. */
function isRepeated(session: EdgeSession<unknown>, message: Ordered, reorderMs: number): boolean {
  if (message.bdSeq !== session.bdSeq) return false
  if (message.at === session.bornAt) return (message.seq ?? 0) === session.bornSeq
  return message.at < session.bornAt && message.receivedAt - session.receivedAt <= reorderMs
}
