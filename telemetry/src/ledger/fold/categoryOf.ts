import { type Category, categories } from '@packboard/model'

/** The kind of time of a ledger row. */
export function categoryOf(stored: string): Category {
  const category = categories.find((one) => one === stored)
  if (category === undefined) throw new Error(`The ledger holds an unknown category: ${stored}`)
  return category
}
