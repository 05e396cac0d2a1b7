type Waiting = { readonly isAlone: boolean; readonly enter: () => void }

/**
 * Lets pieces of work follow one another, each alone, or what only reads together, in the order of the requests: readers that keep coming
 * do not hold up a change, nor changes a reader.
 */
export class Turns {
  readonly #waiting: Waiting[] = []
  #inside = 0
  #isAlone = false

  share<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    return this.#enter(false, work)
  }

  alone<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    return this.#enter(true, work)
  }

  async #enter<Answer>(isAlone: boolean, work: () => Promise<Answer>): Promise<Answer> {
    await new Promise<void>((enter) => {
      this.#waiting.push({ isAlone, enter })
      this.#letIn()
    })
    try {
      return await work()
    } finally {
      this.#inside -= 1
      this.#isAlone = false
      this.#letIn()
    }
  }

  #letIn(): void {
    for (;;) {
      const [next] = this.#waiting
      if (next === undefined || this.#isAlone || (next.isAlone && this.#inside > 0)) return
      this.#waiting.shift()
      this.#inside += 1
      this.#isAlone = next.isAlone
      next.enter()
    }
  }
}
