import type { DataValue, NodeId } from 'node-opcua-client'
import { firstValuesMs } from './limits.ts'

type Given = readonly (readonly [NodeId, DataValue])[]

/**
 * The values of one message of a server come one by one, and are read together. Nothing is read before everything is
 * subscribed to: an opening that fails half way has said nothing, and the next one begins with what is so then. Nor is it
 * before each variable has its first value: subscribing to all of them takes several messages, and a change that came
 * with the first values of others would stand before their moment of receipt. A variable without one is waited for
 * `patienceMs`.
 */
export function gather(
  read: (given: Given, isFirst: boolean, receivedAt: number) => void,
  now: () => number,
  patienceMs = firstValuesMs,
) {
  const seen = new Set<string>()
  let expected = Number.POSITIVE_INFINITY
  let patience: NodeJS.Timeout | undefined
  let isReading = false
  let waiting: { node: NodeId; value: DataValue; isFirst: boolean }[] = []
  function flush() {
    const all = waiting
    waiting = []
    const receivedAt = now()
    for (const isFirst of [true, false]) {
      const some = all.filter((one) => one.isFirst === isFirst)
      if (some.length === 0) continue
      read(
        some.map(({ node, value }) => [node, value]),
        isFirst,
        receivedAt,
      )
    }
  }
  function start() {
    clearTimeout(patience)
    if (isReading) return
    isReading = true
    setImmediate(flush)
  }
  return {
    take(node: NodeId, value: DataValue) {
      if (isReading && waiting.length === 0) setImmediate(flush)
      const isFirst = !seen.has(String(node))
      seen.add(String(node))
      waiting.push({ node, value, isFirst })
      if (seen.size >= expected) start()
    },
    /** All variables are subscribed to, so many. */
    begin(variables: number) {
      expected = variables
      if (seen.size >= expected) return start()
      patience = setTimeout(start, patienceMs)
      patience.unref()
    },
    stop: () => clearTimeout(patience),
  }
}
