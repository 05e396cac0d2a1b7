import type { Products, ProductTarget, Setting } from '@packboard/contract'
import { defaultHoldMs, microStopSeconds, nextMinute, wallTime } from '@packboard/model'
import { formatDecimals } from '../../i18n/formatNumber.ts'
import { stateWord } from '../../i18n/stateWords.ts'
import type { Say } from '../../i18n/useTexts.ts'
import { dayText } from '../plan/planWords.ts'

/** What entries of every kind have: from when on, and who entered it, when and why. */
type Entered = Pick<Setting, 'validFrom' | 'enteredAt' | 'enteredBy' | 'reason'>

/** An entry of a history in the words of the screen. */
export type HistoryRow = Entered & {
  readonly key: string
  readonly what: string
  /** In force at its beginning before it was entered; null: nothing was. */
  readonly before: string | null
  readonly value: string
}

/** What is in force of the entries of one key, and the first entry that is still to come. */
export type Standing<Entry> = { readonly present: Entry | null; readonly next: Entry | null }

/**
 * The next whole minute on the foremost of these clocks, `YYYY-MM-DD HH:mm`: an entry without a time holds from then on, of a
 * machine type at each client when its own clock shows it.
 */
export function wallNow(zones: readonly string[], now: number): string {
  const at = new Date(nextMinute(now))
  const walls = (zones.length > 0 ? zones : ['UTC']).map((zone) => {
    const { date, time } = wallTime(at, zone)
    return `${date} ${time}`
  })
  return walls.toSorted().at(-1) ?? ''
}

/** Entries of one key, in the order in which they were entered: of two for one minute the later one holds (D98). */
export function standing<Entry extends Entered>(
  entries: readonly Entry[],
  now: string,
): Standing<Entry> {
  let [present, next]: [Entry | null, Entry | null] = [null, null]
  for (const entry of entries) {
    const from = entry.validFrom ?? ''
    if (from <= now) {
      if (present === null || from >= (present.validFrom ?? '')) present = entry
    } else if (next === null || from <= (next.validFrom ?? '')) next = entry
  }
  return { present, next }
}

/** `26-03-2027 06:30`; from the beginning of a day the day alone. */
export function validWords(validFrom: string | null, say: Say<'settings'>): string {
  if (validFrom === null) return say('beginning')
  const [date = '', time = ''] = validFrom.split(' ')
  return time === '00:00' ? dayText(date) : `${dayText(date)} ${time}`
}

/** The day alone, for a column that has no room. */
export const validDay = (validFrom: string | null, say: Say<'settings'>): string =>
  validFrom === null ? say('beginning') : dayText(validFrom.slice(0, 10))

/** A speed without its unit. */
export const speedNumber = (ppm: number): string => formatDecimals(ppm, 0, 9)

/** The value of a setting with its unit. */
export function valueWords(
  kind: Setting['kind'],
  value: Setting['value'],
  say: Say<'settings'>,
): string {
  if (value === null || value === '') return say('none')
  if (typeof value === 'string') {
    if (kind === 'rules') return say(`rules.${value}` as 'rules.revised')
    return kind === 'category' ? say(`category.${value}` as 'category.run') : value
  }
  return kind === 'designSpeed' || kind === 'targetSpeed'
    ? say('ppm', { number: speedNumber(value) })
    : say('seconds', { number: speedNumber(value) })
}

/** What counts where neither a machine nor its type has a value; null: nothing, or what is usual for the state. */
export function usualValue(kind: Setting['kind']): Setting['value'] {
  switch (kind) {
    case 'holdLimit':
      return defaultHoldMs / 1_000
    case 'stopThreshold':
      return microStopSeconds
    case 'rules':
      return 'earlier'
    default:
      return null
  }
}

/** One setting of a machine or a machine type: its kind, and of a category its state. */
export const settingKey = ({ kind, code }: Pick<Setting, 'kind' | 'code'>): string =>
  code === null ? kind : `${kind} ${code}`

export const settingName = (
  { kind, code }: Pick<Setting, 'kind' | 'code'>,
  say: Say<'settings'>,
): string => (code === null ? say(kind) : say('categoryOf', { state: stateWord(code) }))

/** The history of a machine or a machine type. */
export const settingRows = (settings: readonly Setting[], say: Say<'settings'>): HistoryRow[] =>
  historyOf(settings, {
    keyOf: settingKey,
    whatOf: (entry) => settingName(entry, say),
    wordsOf: ({ kind, value }) => valueWords(kind, value, say),
  })

/** For which machines of a client a target speed is; the machine comes before the type. */
export const targetKey = ({
  machineTypeId,
  machineId,
}: Pick<ProductTarget, 'machineTypeId' | 'machineId'>): string =>
  machineId !== null
    ? `machine ${machineId}`
    : machineTypeId !== null
      ? `type ${machineTypeId}`
      : 'all'

/** The name of these machines. */
export function machinesWord(
  { machineTypeId, machineId }: Pick<ProductTarget, 'machineTypeId' | 'machineId'>,
  { machineTypes }: Pick<Products, 'machineTypes'>,
  say: Say<'settings'>,
): string {
  if (machineId !== null) return machineId
  if (machineTypeId === null) return say('allMachines')
  return machineTypes.find(({ id }) => id === machineTypeId)?.label ?? ''
}

/** The history of one product. */
export const targetRows = (
  targets: readonly ProductTarget[],
  known: Pick<Products, 'machineTypes'>,
  say: Say<'settings'>,
): HistoryRow[] =>
  historyOf(targets, {
    keyOf: targetKey,
    whatOf: (target) => machinesWord(target, known, say),
    wordsOf: ({ ppm }) => valueWords('targetSpeed', ppm, say),
  })

/** Each entry with what its key was before it, in the order in which they were entered. */
function historyOf<Entry extends Entered>(
  entries: readonly Entry[],
  {
    keyOf,
    whatOf,
    wordsOf,
  }: {
    readonly keyOf: (entry: Entry) => string
    readonly whatOf: (entry: Entry) => string
    readonly wordsOf: (entry: Entry) => string
  },
): HistoryRow[] {
  const earlier = new Map<string, Entry[]>()
  return entries.map((entry, index) => {
    const ofKey = earlier.get(keyOf(entry)) ?? []
    const { present } = standing(ofKey, entry.validFrom ?? '')
    ofKey.push(entry)
    earlier.set(keyOf(entry), ofKey)
    const { validFrom, enteredAt, enteredBy, reason } = entry
    return {
      ...{ validFrom, enteredAt, enteredBy, reason, key: String(index), what: whatOf(entry) },
      before: present && wordsOf(present),
      value: wordsOf(entry),
    }
  })
}
