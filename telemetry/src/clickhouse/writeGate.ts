import type { ClickHouseClient } from '@clickhouse/client'
import type { Connection } from '@packboard/engines/clickhouse'

/** The store was too busy to stand still within the time that it may be held; nothing was held for longer. */
export class StoreNotStill extends Error {
  constructor(what: string) {
    super(`The records did not stand still: ${what}.`)
    this.name = 'StoreNotStill'
  }
}

/** Lets writes to the engine through, except in the moments in which nothing may change. */
export type WriteGate = {
  /** A write, at once or after the pause. */
  run<Answer>(write: () => Promise<Answer>): Promise<Answer>
  /**
   * Waits until no write runs, lets none begin, does `work`, and lets them go on. Rejects with `StoreNotStill` when that takes
   * longer than `limitMs`: writes then go on, whatever `work` still does.
   */
  pause<Answer>(limitMs: number, work: () => Promise<Answer>): Promise<Answer>
}

export function writeGate(): WriteGate {
  const running = new Set<Promise<unknown>>()
  let pausing: Promise<void> | undefined

  return {
    async run(write) {
      while (pausing) await pausing
      const one = write()
      running.add(one)
      try {
        return await one
      } finally {
        running.delete(one)
      }
    },
    async pause(limitMs, work) {
      while (pausing) await pausing
      let goOn = () => {}
      pausing = new Promise((resolve) => {
        goOn = resolve
      })
      let timer: NodeJS.Timeout | undefined
      let step = 'a write did not end'
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new StoreNotStill(`${step} within ${limitMs} ms`)), limitMs)
      })
      try {
        await Promise.race([Promise.allSettled([...running]), late])
        step = 'it could not be held'
        const held = work()
        held.catch(() => undefined)
        return await Promise.race([held, late])
      } finally {
        clearTimeout(timer)
        pausing = undefined
        goOn()
      }
    },
  }
}

const writes = new Set<string | symbol>(['insert', 'command', 'exec'])

/** A connection whose writes go through a gate: each of them begins with `writer()`. Questions do not wait. */
export function gatedConnection(connection: Connection, gate: WriteGate): Connection {
  const gated = new WeakMap<ClickHouseClient, ClickHouseClient>()
  return {
    ...connection,
    writer() {
      const client = connection.writer()
      const known = gated.get(client)
      if (known) return known
      const made = new Proxy(client, {
        get(target, key) {
          const member: unknown = Reflect.get(target, key)
          if (typeof member !== 'function') return member
          if (!writes.has(key)) return member.bind(target)
          return (...given: unknown[]) => gate.run(() => member.apply(target, given))
        },
      })
      gated.set(client, made)
      return made
    },
  }
}
