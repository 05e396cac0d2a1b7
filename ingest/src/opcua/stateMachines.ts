import { type ClientSession, type DataValue, NodeClass, type NodeId } from 'node-opcua-client'
import { plainWord } from '../stateWords.ts'
import { type Below, browse, readValues } from './values.ts'

const typeDefinition = 'i=40'
const subtype = 'i=45'
const subStateMachine = 'i=117'

/** A state of a machine's type: its name in the standard, whatever language the server speaks. */
type KnownState = { readonly name: string; number: number | undefined; hasMachine: boolean }

/** A state machine, with the one that is inside one of its states. */
export type StateMachine = {
  readonly currentState: NodeId
  readonly id: NodeId | undefined
  readonly states: ReadonlyMap<string, KnownState>
  /** The one inside its active state; PackML has one at most. */
  readonly inner: StateMachine | undefined
  /** Those inside single states, by the plain word of the state: Weihenstephan has them in Held and Suspended. */
  readonly within?: ReadonlyMap<string, StateMachine>
}

/** The states of OPC 30050 that hold another machine; used where a server does not say so itself. */
const outerStates = new Set(['cleared', 'running'])

/** `BaseStateMachine`, and what is inside it: three machines in OPC 30050, fewer where a server is simpler. */
export async function readStateMachines(
  session: ClientSession,
  below: Below,
  path = 'BaseStateMachine',
): Promise<StateMachine | undefined> {
  const currentState = below.get(`${path}/CurrentState`)
  const node = below.get(path)
  if (!currentState || !node) return undefined
  let inner: StateMachine | undefined
  const within = new Map<string, StateMachine>()
  for (const one of below.keys()) {
    const name = one.startsWith(`${path}/`) ? one.slice(path.length + 1) : ''
    if (name === '' || name.includes('/') || !below.has(`${one}/CurrentState`)) continue
    const found = await readStateMachines(session, below, one)
    const state = /^(Held|Suspended)State$/.exec(name)?.[1]
    if (found && state) within.set(plainWord(state), found)
    else inner ??= found
  }
  return {
    currentState,
    id: below.get(`${path}/CurrentState/Id`),
    states: await statesOf(session, node),
    inner,
    within,
  }
}

/** The states of the type of a machine and of those that it is derived from. */
async function statesOf(session: ClientSession, machine: NodeId): Promise<Map<string, KnownState>> {
  const states = new Map<string, KnownState>()
  const nodes: NodeId[] = []
  const [types = []] = await browse(session, [machine], { reference: typeDefinition })
  let type = types[0]?.nodeId
  for (let depth = 0; type && depth < 5; depth += 1) {
    const [components = []] = await browse(session, [type])
    for (const { nodeId, nodeClass, browseName } of components) {
      if (nodeClass !== NodeClass.Object || states.has(nodeId.toString())) continue
      states.set(nodeId.toString(), {
        name: browseName.name ?? '',
        number: undefined,
        hasMachine: outerStates.has(plainWord(browseName.name ?? '')),
      })
      nodes.push(nodeId)
    }
    const [parents = []] = await browse(session, [type], { reference: subtype, inverse: true })
    type = parents[0]?.nodeId
  }
  const [inside, properties] = [
    await browse(session, nodes, { reference: subStateMachine }),
    await browse(session, nodes),
  ]
  const numbers = properties.map(
    (list) => list.find(({ browseName }) => browseName.name === 'StateNumber')?.nodeId,
  )
  const read = await readValues(
    session,
    numbers.flatMap((one) => one ?? []),
  )
  let next = 0
  nodes.forEach((node, index) => {
    const state = states.get(node.toString())
    if (!state) return
    if ((inside[index]?.length ?? 0) > 0) state.hasMachine = true
    if (numbers[index]) {
      const number: unknown = read[next]?.value?.value
      next += 1
      if (typeof number === 'number') state.number = number
    }
  })
  return states
}

/** What the machine says that it is doing: text of the server, name of the standard, number. */
export type SaidState = {
  readonly text: string | undefined
  readonly name: string | undefined
  readonly number: number | undefined
}

/**
 * The current state of the innermost machine that is active: of Cleared → Running → Execute, Execute. Undefined while one
 * of them is not known: a server that lost its machine says so by the quality of the value.
 */
export function deepestState(
  machine: StateMachine,
  values: ReadonlyMap<string, DataValue>,
): SaidState | undefined {
  const current = values.get(machine.currentState.toString())
  if (!current?.statusCode.isGood()) return undefined
  const said: unknown = current.value?.value
  const text = textOf(said)
  const id: unknown = machine.id && values.get(machine.id.toString())?.value?.value
  const known = id ? machine.states.get(String(id)) : undefined
  const word = known?.name ?? text ?? ''
  const isOuter = known?.hasMachine ?? outerStates.has(plainWord(word))
  if (isOuter && machine.inner) return deepestState(machine.inner, values)
  if (text === undefined && known === undefined) return undefined
  // Where the machine inside says nothing, Held is Held.
  const inside = machine.within?.get(plainWord(word))
  const deeper = inside && deepestState(inside, values)
  if (deeper) return deeper
  return { text, name: known?.name, number: known?.number }
}

/** Of a localized text or a plain one; undefined for none. */
function textOf(value: unknown): string | undefined {
  const text: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'text') : value
  return typeof text === 'string' && text !== '' ? text : undefined
}
