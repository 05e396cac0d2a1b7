/** What one question takes: turns, and whether it is long. */
export type QuestionSize = { readonly long: boolean; readonly turns: number }

type Wanted = QuestionSize & { readonly viewer: string; readonly client: string }

export type TurnLimits = {
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

/** Starts work when there is a turn for it, client after client. */
export type FairTurns = {
  pass<Result>(wanted: Wanted, work: () => Promise<Result>): Promise<Result>
  /** Questions that run, and those that wait. */
  readonly running: number
  readonly waiting: number
}

type Waiter = Wanted & { readonly enter: () => void }

/**
 * Shares a number of turns between clients (D83). Who waits is served client by client, and within a client in the order
 * of arrival; a viewer or client whose own limit is reached holds up nobody else. Short and long questions each leave the
 * other some turns, and a long question that waits for turns is not overtaken by another long one.
 */
export function fairTurns(limits: TurnLimits, refusal: (full: Full) => Error): FairTurns {
  /** Turns by kind and client, questions by viewer. */
  const held = new Map<string, number>()
  let running = 0
  /** By client, the next one to be served first. */
  const lines = new Map<string, Waiter[]>()

  const holds = (key: string) => held.get(key) ?? 0
  function hold(key: string, step: number) {
    const now = holds(key) + step
    if (now > 0) held.set(key, now)
    else held.delete(key)
  }
  const longOf = (key: string) => `long ${key}`

  function hasOwnRoom({ viewer, client, long, turns }: Wanted): boolean {
    return (
      holds(viewer) < limits.perViewer &&
      holds(client) + turns <= limits.perClient &&
      (!long ||
        (holds(longOf(viewer)) < limits.longPerViewer &&
          holds(longOf(client)) < limits.longPerClient))
    )
  }

  function hasRoom({ long, turns }: Wanted): boolean {
    const kind = long ? 'long' : 'short'
    return (
      holds('short') + holds('long') + turns <= limits.all && holds(kind) + turns <= limits[kind]
    )
  }

  function take(wanted: Wanted, step: 1 | -1) {
    const { viewer, client, long, turns } = wanted
    running += step
    hold(long ? 'long' : 'short', step * turns)
    hold(viewer, step)
    hold(client, step * turns)
    if (!long) return
    hold(longOf(viewer), step)
    hold(longOf(client), step)
  }

  /** One of each client that has a question to serve, then again from the first, until none fits. */
  function serve() {
    for (let served = true; served; ) {
      served = false
      let longHeld = false
      for (const [client, line] of [...lines]) {
        const index = line.findIndex((waiter) => {
          if (!hasOwnRoom(waiter) || (waiter.long && longHeld)) return false
          if (hasRoom(waiter)) return true
          longHeld ||= waiter.long
          return false
        })
        const waiter = line[index]
        if (waiter === undefined) continue
        leave(waiter)
        // Served: to the end of the row of clients.
        const rest = lines.get(client)
        if (rest) {
          lines.delete(client)
          lines.set(client, rest)
        }
        take(waiter, 1)
        waiter.enter()
        served = true
      }
    }
  }

  function leave(waiter: Waiter) {
    const line = lines.get(waiter.client) ?? []
    line.splice(line.indexOf(waiter), 1)
    if (line.length === 0) lines.delete(waiter.client)
  }

  const waitingNow = () => [...lines.values()].reduce((sum, line) => sum + line.length, 0)

  function checkQueue({ client, viewer }: Wanted) {
    const line = lines.get(client) ?? []
    const own = line.filter((waiter) => waiter.viewer === viewer).length
    if (own >= limits.waitingPerViewer || line.length >= limits.waitingPerClient) {
      throw refusal('own')
    }
    if (waitingNow() >= limits.waiting) throw refusal('all')
  }

  async function enter(wanted: Wanted): Promise<void> {
    // Who arrives while others wait may enter only where none of them could.
    const overtakesLong = wanted.long && [...lines.values()].flat().some(({ long }) => long)
    if (!overtakesLong && hasOwnRoom(wanted) && hasRoom(wanted)) return take(wanted, 1)
    checkQueue(wanted)
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
          const full = hasOwnRoom(waiter) ? 'all' : 'own'
          leave(waiter)
          reject(refusal(full))
          serve()
        },
        wanted.long ? limits.longWaitMs : limits.waitMs,
      )
      lines.set(wanted.client, [...(lines.get(wanted.client) ?? []), waiter])
      serve()
    })
  }

  return {
    async pass(wanted, work) {
      await enter(wanted)
      try {
        return await work()
      } finally {
        take(wanted, -1)
        serve()
      }
    },
    get running() {
      return running
    },
    get waiting() {
      return waitingNow()
    },
  }
}
