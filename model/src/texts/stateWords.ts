import {
  machineStates,
  recoveredName,
  recoveredState,
  type StateBand,
  type StateCode,
  unknownState,
} from '../machineStates.ts'
import { categories } from '../timeModel.ts'
import { states } from './locales/en/states.ts'
import type { SayTexts } from './message.ts'

type SayState<Node> = SayTexts<typeof states, Node>

/** Every state of the list has its word; one that has none does not compile. */
type StateKey = `state${StateCode}`

const isStateKey = (key: string): key is StateKey =>
  /^state\d+$/.test(key) && Object.hasOwn(states satisfies Record<StateKey, string>, key)

/** The name of a state in the user's language; a code that is not in the table keeps its number (D13). */
export function stateWord<Node>(code: number, say: SayState<Node>): string {
  const key = `state${code}`
  if (isStateKey(key)) return say(key)
  if (code === recoveredState) return say('recovered')
  return code === unknownState ? say('stateUnknown') : say('stateOther', { code: String(code) })
}

const codes = new Map(machineStates.map(({ name, code }) => [name, code]))

/** The same for a state that an answer names in English; any other text stays as it is. */
export function stateWordOf<Node>(name: string, say: SayState<Node>): string {
  const code = codes.get(name) ?? /^State (\d+)$/.exec(name)?.[1]
  return code === undefined ? timeWord(name, say) : stateWord(Number(code), say)
}

/** OFFLINE in closed time, as answers name it (D73). */
export const notScheduled = 'Not Scheduled'

/** The name of a kind of time, from its name in an answer: `Run`, `Ancillary`. */
export function timeWord<Node>(name: string, say: SayState<Node>): string {
  if (name === notScheduled) return say('notScheduled')
  if (name === recoveredName) return say('recovered')
  const category = categories.find((each) => each === name.toLowerCase())
  return category === undefined ? name : say(category)
}

const bandKeys = {
  stop: 'bandStop',
  line: 'bandLine',
  hold: 'bandHold',
  go: 'bandGo',
  dark: 'bandDark',
} as const satisfies Record<StateBand, keyof typeof states>

/** The name of a group of machines in a summary: `3 stopped`, `5 running or ready`. */
export const bandWord = <Node>(band: StateBand, say: SayState<Node>) => say(bandKeys[band])
