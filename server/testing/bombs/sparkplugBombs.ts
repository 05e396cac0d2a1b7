import { deflateSync } from 'node:zlib'
import {
  edgeNode,
  payloadBytes,
  type WireMetric,
  wireTypes,
} from '@packboard/ingest/testing/edgeNode'

type Message = { readonly topic: string; readonly payload: Buffer }

/** Messages of Sparkplug B that are small on the wire and much to keep. */
export function sparkplugBombs(group: string, node: string) {
  const edge = edgeNode(group, node)
  // The first message of the session has number 0.
  let next = 1

  const aliases = (count: number): WireMetric[] =>
    Array.from({ length: count }, (_, index) => ({
      ...{ name: `m${index}`, alias: index + 1, type: wireTypes.int32, int: 1 },
    }))

  function birthOf(device: string, metrics: readonly WireMetric[]): Message {
    const seq = next
    next = (next + 1) % 256
    const inner = payloadBytes({ at: Date.now(), seq, metrics })
    return {
      topic: edge.topic('DBIRTH', device),
      payload: payloadBytes({
        ...{ at: Date.now(), seq, uuid: 'SPBV1.0_COMPRESSED' },
        body: deflateSync(inner),
      }),
    }
  }

  return {
    node: (): Message => edge.birth(Date.now()),
    /** A device that may or may not exist, with so many names. */
    device: (name: string, metrics: number) => birthOf(name, aliases(metrics)),
    /** Metrics that are nested as deep as the message is long. */
    deepTemplate: (name: string) =>
      birthOf(name, [{ name: 't', type: wireTypes.template, template: nestedTemplate(4_000) }]),
  }
}

/** A template whose one metric is a template, and so on: a length and a field for each level. */
function nestedTemplate(depth: number): Uint8Array {
  let inner: Uint8Array = Buffer.from([])
  for (let level = 0; level < depth; level += 1) {
    // Field 2 of a template is a metric; field 18 of a metric is a template.
    const metric = Buffer.concat([Buffer.from([0x92, 0x01]), varint(inner.length), inner])
    inner = Buffer.concat([Buffer.from([0x12]), varint(metric.length), metric])
  }
  return inner
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest >>>= 7
  }
  return Buffer.from([...bytes, rest])
}
