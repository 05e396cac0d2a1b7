import { ingestCounts } from '@packboard/contract'

const recordsPerCall = 400
const machines = ['FW-101', 'FW-102', 'FW-201', 'FW-202', 'FW-301', 'FW-302', 'VF-401', 'VF-402']
const states = [10, 10, 10, 13, 10, 21, 10, 16]

/**
 * A running import that remembers every acknowledgement. A call that was not acknowledged is sent again unchanged until
 * it is. So at the end every record is acknowledged, and each must be in the store exactly once.
 */
export class Importer {
  readonly startedAt = Math.floor(Date.now() / 1000) * 1000 - 20 * 86_400_000
  acknowledgedCalls = 0
  repeatedCalls = 0
  stopped = false
  readonly #url: () => string
  #running: Promise<void> | undefined
  #abandoned = false

  constructor(url: () => string) {
    this.#url = url
  }

  get acknowledgedRecords() {
    return this.acknowledgedCalls * recordsPerCall
  }

  start() {
    this.stopped = false
    this.#running = this.#run()
  }

  /** Ends at once; the running call stays unacknowledged. */
  abandon() {
    this.stopped = true
    this.#abandoned = true
  }

  /** Waits until the running call is acknowledged, then ends. */
  async stop() {
    this.stopped = true
    await this.#running
  }

  async #run() {
    while (!this.stopped) {
      const body = this.#call(this.acknowledgedCalls)
      let failures = 0
      while (!(await this.#send(body))) {
        failures += 1
        if (this.#abandoned) return
        if (failures > 600) throw new Error('no call was acknowledged for a minute')
        await new Promise((done) => setTimeout(done, 100))
      }
      if (failures > 0) this.repeatedCalls += 1
      this.acknowledgedCalls += 1
    }
  }

  async #send(body: string): Promise<boolean> {
    try {
      const answer = await fetch(`${this.#url()}/api/ingest/records`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-ndjson',
          'x-access-token': 'gateway-northfield-confectionery:packboard',
        },
        body,
        signal: AbortSignal.timeout(20_000),
      })
      if (!answer.ok) {
        await answer.body?.cancel()
        return false
      }
      const counts = ingestCounts.parse(await answer.json())
      if (counts.accepted + counts.duplicate !== recordsPerCall) {
        throw new Error(`an import call was refused in part: ${JSON.stringify(counts)}`)
      }
      return true
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('an import call')) throw error
      return false
    }
  }

  /** Call number n: 50 seconds of eight machines, one sample a second, counters rising by 2 a second. */
  #call(n: number): string {
    const lines: string[] = []
    const seconds = recordsPerCall / machines.length
    for (let second = 0; second < seconds; second++) {
      const elapsed = n * seconds + second
      for (const [index, serialNo] of machines.entries()) {
        lines.push(
          JSON.stringify({
            kind: 'sample',
            serialNo,
            time: this.startedAt + elapsed * 1000 + index,
            state: states[(Math.floor(elapsed / 7) + index) % states.length],
            product: `Crash bar ${Math.floor(elapsed / 600) % 3}`,
            tool: 'T1',
            user: 'A. Kaur',
            speed: 120,
            packs: elapsed * 2,
          }),
        )
      }
    }
    return lines.join('\n')
  }
}
