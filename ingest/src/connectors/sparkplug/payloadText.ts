import { type Payload, plainText } from './payload.ts'
import type { Scope } from './records.ts'

/** The metrics of a message as a person reads them, `name = value`, up to about this many characters. */
export function payloadText(
  { metrics }: Payload,
  { aliases, types }: Pick<Scope, 'aliases' | 'types'>,
  characters: number,
): string {
  const parts: string[] = []
  let length = 0
  for (const { name, alias, type, value, isNull } of metrics) {
    if (length > characters) break
    const known = alias === undefined ? undefined : aliases.get(alias)
    const called = name ?? known?.name ?? `alias ${alias ?? '?'}`
    const plain = plainText(value, type ?? known?.type ?? types.get(called))
    const part = `${called} = ${isNull ? 'null' : (plain ?? '…')}`
    parts.push(part)
    length += part.length + 2
  }
  return parts.join(', ')
}
