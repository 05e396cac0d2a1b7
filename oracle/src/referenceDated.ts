import { dayStart } from './referenceWindow.ts'

/** A setting that holds from 00:00 of a day; null: from the beginning. */
export type Dated = { readonly validFrom: string | null }

/** In order, each with the moment from which it holds on the clock of a zone. */
export function datedFrom<Setting extends Dated>(settings: readonly Setting[], zone: string) {
  return settings
    .map((setting) => {
      const { validFrom } = setting
      const from = validFrom === null ? Number.NEGATIVE_INFINITY : dayStart(validFrom, zone)
      return { ...setting, from }
    })
    .sort((a, b) => a.from - b.from)
}
