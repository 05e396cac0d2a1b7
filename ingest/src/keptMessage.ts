import { structureLimits } from '@packboard/model'
import type { MqttMessage } from './connector.ts'
import { cutBase64 } from './recordScan/cutRecord.ts'

const { bytes: most } = structureLimits.record
/** What stands around topic and payload in the text that is kept. */
const frameBytes = 64

/**
 * A message that is no record of its own, as it is quarantined: its topic and its bytes in base64. Of a long one the beginning, and
 * `bytes` says how long it was.
 */
export function keptMessage({ topic, payload }: Pick<MqttMessage, 'topic' | 'payload'>): {
  readonly topic: string
  readonly payload: string
  readonly bytes?: number
} {
  const ofTopic = topic.slice(0, topicCharacters)
  const left = most - frameBytes - Buffer.byteLength(JSON.stringify(ofTopic))
  const text = cutBase64(payload, left)
  const isWhole = payload.length <= Math.floor(left / 4) * 3
  return { topic: ofTopic, payload: text, ...(!isWhole && { bytes: payload.length }) }
}

/** Written as escapes they are 6 kB at most. */
const topicCharacters = 1_024
