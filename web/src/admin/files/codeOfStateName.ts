import { machineStates, unknownState } from '@packboard/model'

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '')

/** The code of a state that a record names by its code, its name or the name that PackML has for it. */
export function codeOfStateName(value: string | number): number {
  if (typeof value === 'number') return value
  const found = machineStates.find(({ name, packml }) =>
    [name, packml].some((known) => known !== null && plain(known) === plain(value)),
  )
  return found?.code ?? unknownState
}
