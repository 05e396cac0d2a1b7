import { setImmediate } from 'node:timers/promises'

/** Adding up is done in slices of about this length, so that everything else of the process goes on. */
export const sliceMs = 10

/**
 * Whose slice comes next: of all questions together one in each turn of the event loop, and the clients take turns. So the questions of
 * one client, however many, are one slice between two of a neighbour.
 */
export class SliceTurns {
  /** Who waits, by client; the client whose turn was last is the last one. */
  readonly #waiting = new Map<number, (() => void)[]>()
  #running = false

  /** Resolves when a question of this client may work for a slice. */
  next(clientId: number): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(clientId)
      if (own === undefined) this.#waiting.set(clientId, [resolve])
      else own.push(resolve)
      if (!this.#running) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#running = true
    for (let first = this.#first(); first !== undefined; first = this.#first()) {
      await setImmediate()
      const [clientId, own] = first
      this.#waiting.delete(clientId)
      const start = own.shift()
      if (own.length > 0) this.#waiting.set(clientId, own)
      start?.()
    }
    this.#running = false
  }

  #first(): readonly [clientId: number, own: (() => void)[]] | undefined {
    for (const entry of this.#waiting) return entry
    return undefined
  }
}
