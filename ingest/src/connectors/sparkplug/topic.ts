/** The beginning of every topic of Sparkplug B. */
export const namespace = 'spBv1.0'

const nodeVerbs = ['NBIRTH', 'NDEATH', 'NDATA', 'NCMD'] as const
const deviceVerbs = ['DBIRTH', 'DDEATH', 'DDATA', 'DCMD'] as const
export type Verb = (typeof nodeVerbs)[number] | (typeof deviceVerbs)[number]

/** What a topic names: an edge node (`group/edge`), and one of its devices; '' is the edge node itself. */
export type EdgeTopic = { readonly edge: string; readonly verb: Verb; readonly device: string }

export const isSparkplug = (topic: string) => topic.startsWith(`${namespace}/`)

/** Null for a topic of Sparkplug that is none of an edge node, such as a `STATE`. */
export function edgeTopic(topic: string): EdgeTopic | null {
  const [root, group, word, node, device, ...more] = topic.split('/')
  if (root !== namespace || !group || !node || more.length > 0) return null
  const edge = `${group}/${node}`
  const verb = nodeVerbs.find((each) => each === word)
  if (verb) return device === undefined ? { edge, verb, device: '' } : null
  const ofDevice = deviceVerbs.find((each) => each === word)
  return ofDevice && device ? { edge, verb: ofDevice, device } : null
}

/** The edge node whose commands a filter subscribes to; null for any other filter. */
export function commandFilter(filter: string): string | null {
  const [root, group, word, node, ...device] = filter.split('/')
  if (root !== namespace || !group || !node || device.length > 1) return null
  if (word !== 'NCMD' && word !== 'DCMD') return null
  return /[+#]/.test(`${group}${node}`) ? null : `${group}/${node}`
}

export const commandTopic = (edge: string) => {
  const [group, node] = edge.split('/')
  return `${namespace}/${group}/NCMD/${node}`
}

/** Every message of an edge node and its devices. */
export const edgeFilter = (edge: string) => {
  const [group, node] = edge.split('/')
  return `${namespace}/${group}/+/${node}/#`
}

export const stateTopic = (hostId: string) => `${namespace}/STATE/${hostId}`

/** An address `group/edge` or `group/edge/device`, apart. */
export function edgeAddress(address: string): { edge: string; device: string } {
  const [group, node, device = ''] = address.split('/')
  return { edge: `${group}/${node}`, device }
}

/** How long a message waits for those before it; then they count as lost, and the edge node is requested to begin anew. */
export const reorderMs = 2_000
/** Of one edge node: at most one rebirth request in this time, whatever it sends. */
export const rebirthMs = 60_000
/** Rebirth requests to all edge nodes together, in a second: after a broker's restart they come in turn. */
export const rebirthsPerSecond = 20
/** Edge nodes that were born before Packboard connected have this long to be heard by themselves. */
export const settleMs = 5_000
/** Largest payload of one message, and largest content of a compressed one. */
export const payloadBytes = 1_048_576
/** Messages of one edge node, and what they take in memory, that may wait for those before them. */
export const heldMessages = 128
export const heldBytes = 4 * 1_048_576
/** What a metric takes in memory beside its bytes. */
export const metricBytes = 128

type StatePacket = {
  readonly cmd: 'publish'
  readonly topic: string
  readonly payload: Buffer
  readonly qos: 1
  readonly retain: true
  readonly dup: false
}

/** This host is online. The time is that of its connection, as its will has it (Sparkplug 3.0, 6.4). */
export const stateBirth = (hostId: string, timestamp: number) =>
  statePacket(hostId, { online: true, timestamp })

export const stateDeath = (hostId: string, timestamp: number) =>
  statePacket(hostId, { online: false, timestamp })

function statePacket(hostId: string, state: { online: boolean; timestamp: number }): StatePacket {
  return {
    cmd: 'publish',
    topic: stateTopic(hostId),
    payload: Buffer.from(JSON.stringify(state)),
    qos: 1,
    retain: true,
    dup: false,
  }
}

/** Whether a host is online, as its message says; undefined for what is no such message. */
export function isOnline(payload: Buffer): boolean | undefined {
  try {
    const state: unknown = JSON.parse(payload.toString('utf8'))
    if (typeof state !== 'object' || state === null || !('online' in state)) return undefined
    return typeof state.online === 'boolean' ? state.online : undefined
  } catch {
    return undefined
  }
}
