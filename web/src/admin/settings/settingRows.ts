import type { ProductTarget, Setting } from '@packboard/contract'
import { formatDecimals } from '../../i18n/formatNumber.ts'
import { stateWord } from '../../i18n/stateWords.ts'
import type { Say } from '../../i18n/useTexts.ts'
import { dayText } from '../plan/planWords.ts'

/** An entry of a history in the words of the screen. */
export type HistoryRow = {
  readonly key: string
  readonly what: string
  readonly value: string
  readonly validFrom: string | null
  readonly reason: string
  readonly enteredBy: string | null
  readonly enteredAt: Date
}

/** `HH:mm` of a day; from its beginning the day alone. */
export function validWords(validFrom: string | null, say: Say<'settings'>): string {
  if (validFrom === null) return say('beginning')
  const [date = '', time = ''] = validFrom.split(' ')
  return time === '00:00' ? dayText(date) : `${dayText(date)} ${time}`
}

/** The day on which a person entered something, on the clock of the reader. */
export const instantWords = (at: Date): string =>
  dayText(
    [at.getFullYear(), at.getMonth() + 1, at.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-'),
  )

/** The settings of a machine or a machine type. */
export function settingRows(settings: readonly Setting[], say: Say<'settings'>): HistoryRow[] {
  return settings.map(({ kind, code, value, ...entry }, index) => ({
    ...entry,
    key: String(index),
    what: code === null ? say(kind) : `${say(kind)} ${stateWord(code)}`,
    value: valueWords(kind, value, say),
  }))
}

function valueWords(kind: Setting['kind'], value: Setting['value'], say: Say<'settings'>): string {
  if (value === null || value === '') return say('none')
  if (typeof value === 'string') {
    return kind === 'category' ? say(`category.${value}` as 'category.run') : value
  }
  const number = formatDecimals(value, 0, 9)
  return kind === 'designSpeed' || kind === 'targetSpeed'
    ? say('ppm', { number })
    : say('seconds', { number })
}

/** The target speeds of one product, for all machines, a type or a machine. */
export function targetRows(
  targets: readonly ProductTarget[],
  labelOf: (machineTypeId: number) => string,
  say: Say<'settings'>,
): HistoryRow[] {
  return targets.map(({ machineTypeId, machineId, ppm, product: _, ...entry }, index) => ({
    ...entry,
    key: String(index),
    what: machineId ?? (machineTypeId === null ? say('allMachines') : labelOf(machineTypeId)),
    value: ppm === null ? say('none') : say('ppm', { number: formatDecimals(ppm, 0, 9) }),
  }))
}
