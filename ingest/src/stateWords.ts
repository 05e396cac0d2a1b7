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
export function codeOfState(text: string): number | undefined {
  const known = codeOfSpelling.get(text)
  if (known !== undefined) return known
  const code = codeOfWord.get(plainWord(text))
  if (code !== undefined && codeOfSpelling.size < spellingsRemembered)
    codeOfSpelling.set(text, code)
  return code
}

/** Machines write their states in few ways, and each way a million times. */
const codeOfSpelling = new Map<string, number>()
const spellingsRemembered = 1_000

/** A name of the 26 or PackML's own (D64) in any spelling, or a whole number as text; null when it is neither. */
export function stateCode(text: string): number | null {
  const named = codeOfState(text)
  if (named !== undefined) return named
  return /^-?\d{1,5}$/.test(text) ? Number(text) : null
}
