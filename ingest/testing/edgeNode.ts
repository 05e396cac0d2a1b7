import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'

const { Varint, LengthDelimited, Bit32, Bit64 } = WireType

/** A metric as an edge node writes it: what is left out is left out on the wire. */
export type WireMetric = {
  readonly name?: string
  readonly alias?: number
  readonly at?: number
  readonly type?: number
  readonly historical?: true
  readonly isNull?: true
  readonly int?: number
  readonly long?: bigint
  readonly float?: number
  readonly double?: number
  readonly bool?: boolean
  readonly text?: string
  /** A template or data set, as bytes of any content. */
  readonly template?: Uint8Array
  readonly dataSet?: Uint8Array
}

/** Numbers of the types of Sparkplug B. */
export const wireTypes = {
  ...{ int32: 3, int64: 4, uint32: 7, uint64: 8, float: 9, double: 10, boolean: 11 },
  ...{ string: 12, dataSet: 16, template: 19 },
} as const

function metricBytes(metric: WireMetric): Uint8Array {
  const writer = new BinaryWriter()
  if (metric.name !== undefined) writer.tag(1, LengthDelimited).string(metric.name)
  if (metric.alias !== undefined) writer.tag(2, Varint).uint64(metric.alias)
  if (metric.at !== undefined) writer.tag(3, Varint).uint64(metric.at)
  if (metric.type !== undefined) writer.tag(4, Varint).uint32(metric.type)
  if (metric.historical) writer.tag(5, Varint).bool(true)
  if (metric.isNull) writer.tag(7, Varint).bool(true)
  if (metric.int !== undefined) writer.tag(10, Varint).uint32(metric.int >>> 0)
  if (metric.long !== undefined) writer.tag(11, Varint).uint64(BigInt.asUintN(64, metric.long))
  if (metric.float !== undefined) writer.tag(12, Bit32).float(metric.float)
  if (metric.double !== undefined) writer.tag(13, Bit64).double(metric.double)
  if (metric.bool !== undefined) writer.tag(14, Varint).bool(metric.bool)
  if (metric.text !== undefined) writer.tag(15, LengthDelimited).string(metric.text)
  if (metric.dataSet !== undefined) writer.tag(17, LengthDelimited).bytes(metric.dataSet)
  if (metric.template !== undefined) writer.tag(18, LengthDelimited).bytes(metric.template)
  return writer.finish()
}

export function payloadBytes(payload: {
  readonly at?: number
  readonly seq?: number
  readonly metrics?: readonly WireMetric[]
  readonly uuid?: string
  readonly body?: Uint8Array
}): Buffer {
  const writer = new BinaryWriter()
  if (payload.at !== undefined) writer.tag(1, Varint).uint64(payload.at)
  for (const metric of payload.metrics ?? [])
    writer.tag(2, LengthDelimited).bytes(metricBytes(metric))
  if (payload.seq !== undefined) writer.tag(3, Varint).uint64(payload.seq)
  if (payload.uuid !== undefined) writer.tag(4, LengthDelimited).string(payload.uuid)
  if (payload.body !== undefined) writer.tag(5, LengthDelimited).bytes(payload.body)
  return Buffer.from(writer.finish())
}

export type EdgeMessage = { readonly topic: string; readonly payload: Buffer }

/** Writes the messages of an edge node, numbered as the specification wants it. */
export function edgeNode(group: string, name: string) {
  let next = 0
  const number = () => {
    const seq = next
    next = (next + 1) % 256
    return seq
  }
  const topic = (verb: string, device?: string) =>
    `spBv1.0/${group}/${verb}/${name}${device === undefined ? '' : `/${device}`}`
  const bdSeqMetric = (bdSeq: number) => ({
    name: 'bdSeq',
    type: wireTypes.uint64,
    long: BigInt(bdSeq),
  })

  return {
    topic,
    birth(at: number, bdSeq = 0, metrics: readonly WireMetric[] = []): EdgeMessage {
      next = 0
      const all = [...metrics, bdSeqMetric(bdSeq)]
      return { topic: topic('NBIRTH'), payload: payloadBytes({ at, seq: number(), metrics: all }) }
    },
    death: (at: number, bdSeq = 0): EdgeMessage => ({
      topic: topic('NDEATH'),
      payload: payloadBytes({ at, metrics: [bdSeqMetric(bdSeq)] }),
    }),
    /** A numbered message of the edge node, or of one of its devices. */
    send(
      verb: 'NDATA' | 'DBIRTH' | 'DDATA' | 'DDEATH',
      at: number,
      metrics: readonly WireMetric[] = [],
      device?: string,
    ): EdgeMessage {
      return { topic: topic(verb, device), payload: payloadBytes({ at, seq: number(), metrics }) }
    },
    /** A message that never arrives. */
    lose: () => void number(),
  }
}

const stateMetric = (text: string, more: WireMetric = {}): WireMetric => ({
  name: 'Status/StateCurrentStr',
  type: wireTypes.string,
  text,
  ...more,
})
const packsMetric = (packs: bigint, more: WireMetric = {}): WireMetric => ({
  name: 'Admin/ProdProcessedCount/0/AccCount',
  type: wireTypes.uint64,
  long: packs,
  ...more,
})
export const metrics = { state: stateMetric, packs: packsMetric }
