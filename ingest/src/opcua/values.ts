import { structureLimits } from '@packboard/model'
import {
  AttributeIds,
  BrowseDirection,
  type ClientSession,
  DataValue,
  type NodeId,
  type ReferenceDescription,
  StatusCodes,
} from 'node-opcua-client'
import { ownText } from '../packml/alarms.ts'
import { OpcUaFailure } from './found.ts'
import { continuations, nodesPerCall, textCharacters } from './limits.ts'

/** A field of a structure, in any spelling: servers and libraries write `AccCount`, `accCount` and `ID`, `id`. */
export function fieldOf(structure: unknown, name: string): unknown {
  if (typeof structure !== 'object' || structure === null) return undefined
  const key = Object.keys(structure).find((one) => one.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : Reflect.get(structure, key)
}

/** A number of any size; 64 bits come as two halves. Undefined for everything else. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value
  if (Array.isArray(value) && value.length === 2) {
    const [high, low] = value
    if (typeof high === 'number' && typeof low === 'number') return high * 4_294_967_296 + low
  }
  return undefined
}

/** The elements of an array, or the one value that stands for it. */
export function elementsOf(value: unknown, most: number): unknown[] {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value.slice(0, most) : [value]
}

/** What a server sends as text, and not more of it than a record holds. */
export function shortText(value: unknown): string {
  const text: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'text') : value
  return text === null || text === undefined ? '' : ownText(String(text), textCharacters)
}

const {
  values: mostValues,
  depth: mostDepth,
  textCharacters: mostCharacters,
} = structureLimits.opcUaValue

/** What stands for a value that has more than is read. */
const beyond = StatusCodes.BadEncodingLimitsExceeded

/** The value, or its time and a bad quality where it has more than a value may have: nothing more of it is kept or read. */
export function boundedValue(value: DataValue): DataValue {
  if (isWithin(value.value?.value)) return value
  const { sourceTimestamp, serverTimestamp } = value
  return new DataValue({ statusCode: beyond, sourceTimestamp, serverTimestamp })
}

export const isBeyond = ({ statusCode }: DataValue): boolean => statusCode.equals(beyond)

export const beyondSentence = `a value has more than ${mostValues} values, ${mostDepth} levels or ${mostCharacters} characters: it was not read`

/** Without a stack: a server may nest as deeply as it likes. */
function isWithin(whole: unknown): boolean {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [
    { value: whole, depth: 0 },
  ]
  let values = 0
  let characters = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    values += 1
    if (typeof value === 'string') characters += value.length
    else if (ArrayBuffer.isView(value)) values += value.byteLength / 8
    else if (typeof value === 'object' && value !== null) {
      if (depth >= mostDepth) return false
      if (Array.isArray(value) && values + value.length > mostValues) return false
      for (const inner of Object.values(value)) waiting.push({ value: inner, depth: depth + 1 })
    }
    if (values + waiting.length > mostValues || characters > mostCharacters) return false
  }
  return true
}

/** What is below a node, each under the names that lead to it. */
export type Below = ReadonlyMap<string, NodeId>

const hierarchical = 'i=33'

function* portions<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += nodesPerCall) {
    yield items.slice(from, from + nodesPerCall)
  }
}

/** The references of each of these nodes; fails beyond a number of answers, because a server may continue for ever (T82). */
export async function browse(
  session: ClientSession,
  nodes: readonly NodeId[],
  of: { readonly reference?: string; readonly inverse?: true } = {},
): Promise<ReferenceDescription[][]> {
  const found: ReferenceDescription[][] = []
  for (const some of portions(nodes)) {
    const results = await session.browse(
      some.map((nodeId) => ({
        nodeId,
        referenceTypeId: of.reference ?? hierarchical,
        includeSubtypes: true,
        browseDirection: of.inverse ? BrowseDirection.Inverse : BrowseDirection.Forward,
        nodeClassMask: 0,
        resultMask: 63,
      })),
    )
    for (const result of results) {
      const references = [...(result.references ?? [])]
      let { continuationPoint } = result
      for (let count = 0; continuationPoint && continuationPoint.length > 0; count += 1) {
        if (count >= continuations) {
          await session.browseNext(continuationPoint, true)
          throw new OpcUaFailure('tooLarge', 'The server lists more nodes than are read.')
        }
        const next = await session.browseNext(continuationPoint, false)
        references.push(...(next.references ?? []))
        continuationPoint = next.continuationPoint
      }
      found.push(references)
    }
  }
  return found
}

export async function readValues(
  session: ClientSession,
  nodes: readonly NodeId[],
  attributeId: AttributeIds = AttributeIds.Value,
): Promise<DataValue[]> {
  const values: DataValue[] = []
  for (const some of portions(nodes)) {
    values.push(...(await session.read(some.map((nodeId) => ({ nodeId, attributeId })))))
  }
  return values
}
