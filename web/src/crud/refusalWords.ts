import type { RefusedLine } from '@packboard/contract'
import { formatCount } from '../i18n/formatNumber.ts'
import type { Say } from '../i18n/sayIn.ts'

/** Why a line of a file was refused, in the language of the screen; fields are called as the file calls them. */
export function refusalWords(say: Say<'panel'>, { code, values }: RefusedLine): string {
  const {
    field = '',
    fields = '',
    cell = '',
    product = '',
    first = 0,
    count = 0,
    most = 0,
  } = values
  return say(`refused.${code}`, {
    field,
    fields,
    cell,
    product,
    first: String(first),
    count: formatCount(count),
    most: formatCount(most),
  })
}
