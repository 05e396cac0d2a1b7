/** What one question takes: turns, and whether it is long. */
export type QuestionSize = { readonly long: boolean; readonly turns: number }

type Wanted = QuestionSize & { readonly viewer: string; readonly client: string }

type TurnLimits = {
  /** Turns in all; of them the most that short and that long questions together may hold. */
  readonly all: number
  readonly short: number
  readonly long: number
  /** Turns of one client, and questions of one viewer. */
  readonly perClient: number
  readonly perViewer: number
  /** Long questions. */
  readonly longPerClient: number
  readonly longPerViewer: number
  /** Questions that may wait: in all, of one client, of one viewer. */
  readonly waiting: number
  readonly waitingPerClient: number
  readonly waitingPerViewer: number
  /** How long one may wait. */
  readonly waitMs: number
  readonly longWaitMs: number
}

/** Whose turns were all taken: those of the viewer or the client, or those of everybody. */
type Full = 'own' | 'all'

type Waiter = Wanted & { readonly enter: () => void }

const longOf = (key: string) => `long ${key}`

/**
 * Shares a number of turns between clients (D83). Who waits is served client by client, and within a client in the order
 * of arrival; a viewer or client whose own limit is reached holds up nobody else. Short and long questions each leave the
 * other some turns, and a long question that waits for turns is not overtaken by another long one.
 */
export class FairTurns {
  readonly #limits: TurnLimits
  readonly #refusal: (full: Full) => Error
  /** Turns by kind and client, questions by viewer. */
  readonly #taken = new Map<string, number>()
  #running = 0
  /** By client, the next one to be served first. */
  readonly #lines = new Map<string, Waiter[]>()

  constructor(limits: TurnLimits, refusal: (full: Full) => Error) {
    this.#limits = limits
    this.#refusal = refusal
  }

  /** Starts work when there is a turn for it, client after client. */
  async pass<Result>(wanted: Wanted, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(wanted)
    try {
      return await work()
    } finally {
      this.#take(wanted, -1)
      this.#serve()
    }
  }

  /** Questions that run. */
  get running(): number {
    return this.#running
  }

  /** Questions that wait. */
  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, line) => sum + line.length, 0)
  }

  #takenBy(key: string): number {
    return this.#taken.get(key) ?? 0
  }

  #count(key: string, step: number): void {
    const now = this.#takenBy(key) + step
    if (now > 0) this.#taken.set(key, now)
    else this.#taken.delete(key)
  }

  #hasOwnRoom({ viewer, client, long, turns }: Wanted): boolean {
    const limits = this.#limits
    return (
      this.#takenBy(viewer) < limits.perViewer &&
      this.#takenBy(client) + turns <= limits.perClient &&
      (!long ||
        (this.#takenBy(longOf(viewer)) < limits.longPerViewer &&
          this.#takenBy(longOf(client)) < limits.longPerClient))
    )
  }

  #hasRoom({ long, turns }: Wanted): boolean {
    const kind = long ? 'long' : 'short'
    const all = this.#takenBy('short') + this.#takenBy('long')
    return all + turns <= this.#limits.all && this.#takenBy(kind) + turns <= this.#limits[kind]
  }

  #take(wanted: Wanted, step: 1 | -1): void {
    const { viewer, client, long, turns } = wanted
    this.#running += step
    this.#count(long ? 'long' : 'short', step * turns)
    this.#count(viewer, step)
    this.#count(client, step * turns)
    if (!long) return
    this.#count(longOf(viewer), step)
    this.#count(longOf(client), step)
  }

  /** One of each client that has a question to serve, then again from the first, until none fits. */
  #serve(): void {
    for (let served = true; served; ) {
      served = false
      let longWaits = false
      for (const [client, line] of [...this.#lines]) {
        const index = line.findIndex((waiter) => {
          if (!this.#hasOwnRoom(waiter) || (waiter.long && longWaits)) return false
          if (this.#hasRoom(waiter)) return true
          longWaits ||= waiter.long
          return false
        })
        const waiter = line[index]
        if (waiter === undefined) continue
        this.#leave(waiter)
        // Served: to the end of the row of clients.
        const rest = this.#lines.get(client)
        if (rest) {
          this.#lines.delete(client)
          this.#lines.set(client, rest)
        }
        this.#take(waiter, 1)
        waiter.enter()
        served = true
      }
    }
  }

  #leave(waiter: Waiter): void {
    const line = this.#lines.get(waiter.client) ?? []
    line.splice(line.indexOf(waiter), 1)
    if (line.length === 0) this.#lines.delete(waiter.client)
  }

  #checkQueue({ client, viewer }: Wanted): void {
    const limits = this.#limits
    const line = this.#lines.get(client) ?? []
    const own = line.filter((waiter) => waiter.viewer === viewer).length
    if (own >= limits.waitingPerViewer || line.length >= limits.waitingPerClient) {
      throw this.#refusal('own')
    }
    if (this.waiting >= limits.waiting) throw this.#refusal('all')
  }

  async #enter(wanted: Wanted): Promise<void> {
    // Who arrives while others wait may enter only where none of them could.
    const overtakesLong = wanted.long && [...this.#lines.values()].flat().some(({ long }) => long)
    if (!overtakesLong && this.#hasOwnRoom(wanted) && this.#hasRoom(wanted)) {
      return this.#take(wanted, 1)
    }
    this.#checkQueue(wanted)
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        ...wanted,
        enter() {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(
        () => {
          const full = this.#hasOwnRoom(waiter) ? 'all' : 'own'
          this.#leave(waiter)
          reject(this.#refusal(full))
          this.#serve()
        },
        wanted.long ? this.#limits.longWaitMs : this.#limits.waitMs,
      )
      this.#lines.set(wanted.client, [...(this.#lines.get(wanted.client) ?? []), waiter])
      this.#serve()
    })
  }
}
