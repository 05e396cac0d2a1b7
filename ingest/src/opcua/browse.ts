import {
  AttributeIds,
  BrowseDirection,
  type ClientSession,
  type DataValue,
  type NodeId,
  type ReferenceDescription,
} from 'node-opcua-client'
import { OpcUaFailure } from './found.ts'
import { continuations, nodesPerCall } from './limits.ts'

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
