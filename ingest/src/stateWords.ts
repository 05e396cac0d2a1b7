import { machineStates, unknownState } from '@packboard/model'

/** `UN-HOLDING`, `Un holding` and `unholding` are the same word. */
export const plainWord = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '')

const codeOfWord = new Map<string, number>([
  ['undefined', unknownState],
  ...machineStates.flatMap((state) =>
    [state.name, state.packml]
      .filter((name) => name !== null)
      .map((name): [string, number] => [plainWord(name), state.code]),
  ),
])

/** The code of a state by its name or by the name that PackML has for it (D64); undefined when there is none. */
export const codeOfState = (text: string): number | undefined => codeOfWord.get(plainWord(text))
