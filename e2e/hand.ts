import type { Locator } from '@playwright/test'

/** A person who looks for an answer: what they select is counted, the time they take is printed and never asserted. */
export function hand(question: string) {
  const begin = Date.now()
  let selections = 0
  return {
    /** One press of a mouse or a finger. */
    async select(what: Locator) {
      selections += 1
      await what.click()
    },
    get selections() {
      return selections
    },
    answered() {
      const seconds = (Date.now() - begin) / 1_000
      console.log(
        `packboard: ${question}: ${selections} selections, ${seconds.toFixed(1)} s with the waits of the machine`,
      )
    },
  }
}
