import { unknownState } from '@packboard/model'
import { codeOfState } from '../stateWords.ts'

/**
 * Which state may follow which: the transitions of ISA-TR88.00.02, as the model of OPC 30050 names them
 * (`packmlSteps.test.ts` compares the two). Stop and Abort, which lead out of nearly every state, are added below. Where a
 * state does something and then ends by itself, its end comes first.
 */
const follows: Readonly<Record<string, readonly string[]>> = {
  Stopped: ['Resetting'],
  Resetting: ['Idle'],
  Idle: ['Starting'],
  Starting: ['Execute', 'Holding'],
  Execute: ['Completing', 'Holding', 'Suspending'],
  Completing: ['Complete'],
  Complete: ['Resetting'],
  Holding: ['Held'],
  Held: ['Unholding'],
  Unholding: ['Execute', 'Holding'],
  Suspending: ['Suspended', 'Holding'],
  Suspended: ['Unsuspending', 'Holding'],
  Unsuspending: ['Execute', 'Holding'],
  Stopping: ['Stopped'],
  Aborting: ['Aborted'],
  Aborted: ['Clearing'],
  Clearing: ['Stopped'],
}

const notStopped: readonly string[] = ['Stopped', 'Stopping', 'Clearing', 'Aborting', 'Aborted']
const notAborted: readonly string[] = ['Aborting', 'Aborted']

type Transition = readonly [from: string, to: string]

/** Every transition of the standard, by names. */
export const packmlTransitions: readonly Transition[] = Object.entries(follows).flatMap(
  ([from, next]): Transition[] => [
    ...next.map((to): Transition => [from, to]),
    ...(notStopped.includes(from) ? [] : [[from, 'Stopping'] as const]),
    ...(notAborted.includes(from) ? [] : [[from, 'Aborting'] as const]),
  ],
)

/**
 * `direct`: a transition of the standard. `shortened`: the same past one state that a machine of a subset (TR88-2022) need
 * not have, or that was over before it was reported. `silent`: the machine says that it does not know its state.
 */
export type Step = 'direct' | 'shortened' | 'illegal' | 'silent'

const codeOf = (name: string) => codeOfState(name) ?? unknownState
const keyOf = (from: number, to: number) => from * 32 + to

const direct = new Set(packmlTransitions.map(([from, to]) => keyOf(codeOf(from), codeOf(to))))
const shortened = new Set(
  packmlTransitions.flatMap(([from, passed]) => {
    const end = endOf(passed)
    const key = end === undefined || end === from ? undefined : keyOf(codeOf(from), codeOf(end))
    return key === undefined || direct.has(key) ? [] : [key]
  }),
)

/** The state in which one that ends by itself ends; undefined for a state that waits, and for Execute. */
function endOf(name: string): string | undefined {
  return name.endsWith('ing') ? follows[name]?.[0] : undefined
}

/** How one state followed another, by their codes; undefined: a number that the dictionary does not hold. */
export function stepOf(from: number | undefined, to: number | undefined): Step {
  if (from === undefined || to === undefined) return 'illegal'
  if (from === unknownState || to === unknownState) return 'silent'
  const key = keyOf(from, to)
  if (direct.has(key)) return 'direct'
  return shortened.has(key) ? 'shortened' : 'illegal'
}
