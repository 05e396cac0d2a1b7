import {
  AttributeIds,
  type ClientSession,
  coerceNodeId,
  NodeClass,
  type NodeId,
  type ReferenceDescription,
} from 'node-opcua-client'
import { OpcUaFailure } from './found.ts'
import { browseDepth, browsedNodes, machineNodes } from './limits.ts'
import { wsState } from './machineModel.ts'
import { type Below, browse, readValues } from './values.ts'

const objects = coerceNodeId('i=85')
const serverObject = coerceNodeId('i=2253')
const namespaces = coerceNodeId('i=2255')

/** OPC 30050 in every version, also where a server leaves the last slash out. */
const packml = /^https?:\/\/opcfoundation\.org\/UA\/PackML(\/|$)/i
/** OPC 40600: its types, and the names of its data points. */
const weihenstephan =
  /^https?:\/\/(opcfoundation\.org\/UA\/Weihenstephan|(www\.)?weihenstephan-standards\.com\/WS)(\/|$)/i

/** A machine: the node that has a `BaseStateMachine` of the PackML namespace, or a `WS_Cur_State` of Weihenstephan. */
type PackmlObject = {
  readonly model: 'packml' | 'weihenstephan'
  readonly node: NodeId
  /** Names from below Objects to it. */
  readonly path: readonly string[]
  /** Nodes on the way to it, the nearest first: the first that sends events sends those of the machine. */
  readonly above: readonly NodeId[]
}

type Place = Omit<PackmlObject, 'model'>

/** The PackML objects of a server. Namespaces are found by their URI, because their numbers change with each start. */
export async function findMachines(session: ClientSession): Promise<PackmlObject[]> {
  const [value] = await readValues(session, [namespaces])
  const uris: unknown = value?.value?.value
  const indexesOf = (form: RegExp) =>
    new Set(
      Array.isArray(uris) ? uris.flatMap((uri, at) => (form.test(String(uri)) ? [at] : [])) : [],
    )
  const [indexes, wsIndexes] = [indexesOf(packml), indexesOf(weihenstephan)]
  if (indexes.size === 0 && wsIndexes.size === 0) {
    throw new OpcUaFailure(
      'noPackML',
      'The server has no PackML (http://opcfoundation.org/UA/PackML/): switch it on at the server.',
    )
  }
  const found: PackmlObject[] = []
  const seen = new Set<string>([serverObject.toString()])
  let level: Place[] = [{ node: objects, path: [], above: [] }]
  for (let depth = 0; depth < browseDepth && level.length > 0; depth += 1) {
    const below = await browse(
      session,
      level.map(({ node }) => node),
    )
    const next: Place[] = []
    below.forEach((references, index) => {
      const parent = level[index]
      if (!parent) return
      if (references.some((one) => isStateMachine(one, indexes))) {
        found.push({ model: 'packml', ...parent })
        return
      }
      if (references.some((one) => isWsState(one, wsIndexes))) {
        found.push({ model: 'weihenstephan', ...machineOf(parent) })
        return
      }
      for (const { nodeId, nodeClass, browseName } of references) {
        const name = nodeId.toString()
        if (nodeClass !== NodeClass.Object || seen.has(name)) continue
        seen.add(name)
        const path = [...parent.path, browseName.name ?? '']
        next.push({ node: nodeId, path, above: [parent.node, ...parent.above] })
      }
    })
    if (seen.size > browsedNodes) {
      throw new OpcUaFailure('tooLarge', `The server has more than ${browsedNodes} objects.`)
    }
    level = next
  }
  if (found.length === 0) {
    throw new OpcUaFailure(
      'noPackML',
      'The server knows PackML, and shows no machine in it: publish its PackML object at the server.',
    )
  }
  return found
}

const isStateMachine = ({ browseName }: ReferenceDescription, indexes: ReadonlySet<number>) =>
  browseName.name === 'BaseStateMachine' && indexes.has(browseName.namespaceIndex)

const isWsState = ({ browseName }: ReferenceDescription, indexes: ReadonlySet<number>) =>
  browseName.name === wsState && indexes.has(browseName.namespaceIndex)

/** The state is in the group OperatingStates of its machine. */
function machineOf(place: Place): Place {
  const [parent, ...above] = place.above
  if (place.path.at(-1) !== 'OperatingStates' || !parent) return place
  return { node: parent, path: place.path.slice(0, -1), above }
}

/** The object that the address means: the only one, or the one whose path ends with the names after the #. */
export function chooseMachine(
  found: readonly PackmlObject[],
  path: readonly string[],
): PackmlObject {
  const fits = found.filter((one) =>
    path.every((name, at) => one.path.at(at - path.length) === name),
  )
  const [only] = fits
  if (only && fits.length === 1) return only
  const names = found.slice(0, 10).map((one) => `#${one.path.join('/')}`)
  if (!only) {
    throw new OpcUaFailure(
      'machineNotThere',
      `The server has no PackML object ${path.join('/')}; it has ${names.join(', ')}.`,
    )
  }
  throw new OpcUaFailure(
    'severalMachines',
    `The server has ${found.length} PackML objects: add one of ${names.join(', ')} to the address.`,
  )
}

export async function nodesBelow(session: ClientSession, root: NodeId): Promise<Below> {
  const all = new Map<string, NodeId>()
  const seen = new Set<string>([root.toString()])
  let level: { node: NodeId; path: string }[] = [{ node: root, path: '' }]
  while (level.length > 0) {
    const below = await browse(
      session,
      level.map(({ node }) => node),
    )
    const next: typeof level = []
    below.forEach((references, index) => {
      for (const { nodeId, nodeClass, browseName } of references) {
        const name = nodeId.toString()
        if (seen.has(name)) continue
        if (nodeClass !== NodeClass.Object && nodeClass !== NodeClass.Variable) continue
        seen.add(name)
        const parent = level[index]?.path ?? ''
        const path = parent === '' ? (browseName.name ?? '') : `${parent}/${browseName.name ?? ''}`
        all.set(path, nodeId)
        next.push({ node: nodeId, path })
      }
    })
    if (seen.size > machineNodes) {
      throw new OpcUaFailure('tooLarge', `The machine has more than ${machineNodes} nodes.`)
    }
    level = next
  }
  return all
}

/** The nearest node that sends the events of a machine; the server itself only where it has no other machine. */
export async function findNotifier(
  session: ClientSession,
  { node, above }: PackmlObject,
): Promise<{ own: NodeId | undefined; server: boolean }> {
  const chain = [node, ...above].filter((one) => one.toString() !== objects.toString())
  const sends = await readValues(session, [...chain, serverObject], AttributeIds.EventNotifier)
  const subscribes = (value: unknown) => typeof value === 'number' && (value & 1) === 1
  const flags = sends.map(({ value }) => subscribes(value?.value))
  const at = flags.slice(0, chain.length).indexOf(true)
  return { own: at < 0 ? undefined : chain[at], server: flags.at(-1) === true }
}

export const eventsOfServer = serverObject
