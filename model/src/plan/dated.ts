import { startOfDay } from '../zones.ts'

/** Something that holds from 00:00 of a day (`YYYY-MM-DD`), until the next one of its list; null: from the beginning (D59). */
export type Dated = { readonly validFrom: string | null }

/** In the order of their days. */
export function datedInOrder<One extends Dated>(list: readonly One[]): One[] {
  return list.toSorted((a, b) => compare(a.validFrom ?? '', b.validFrom ?? ''))
}

/** A list with one more entry, in the place of the one of the same day. */
export function withDated<One extends Dated>(list: readonly One[], one: One): One[] {
  return datedInOrder([...list.filter(({ validFrom }) => validFrom !== one.validFrom), one])
}

/** From when on what holds, on the clock of a zone: ms since 1970, −∞ for the beginning; in order. */
export function datedInstants<One extends Dated>(
  list: readonly One[],
  zone: string,
): { readonly from: number; readonly one: One }[] {
  return datedInOrder(list).map((one) => ({
    from:
      one.validFrom === null ? Number.NEGATIVE_INFINITY : startOfDay(one.validFrom, zone).getTime(),
    one,
  }))
}

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
