import { codeOfState } from '@packboard/ingest/stateWords'

/** A state by the words of the mapping, by its name or PackML's, or by its code; undefined when it is none of them. */
export function stateOf(
  text: string,
  states: ReadonlyMap<string, string>,
): string | number | undefined {
  const named = states.get(text.toLowerCase()) ?? text
  if (/^-?\d{1,6}$/.test(named)) return Number(named)
  return codeOfState(named) === undefined ? undefined : named
}
