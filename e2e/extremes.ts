import type { Page } from '@playwright/test'

/** The longest texts and the largest counts that a factory may send, in place of those that the demo has. */

const sentence = 'Guard door 2 at the film unwind stand was opened while the jaws were still hot\n'
/** 279 characters with line breaks: the longest alarm text of a real machine. */
export const longAlarm = sentence.repeat(4).slice(0, 279)
export const longProduct = 'Milk Chocolate Hazelnut Wafer Twin 2×45g'
export const largeCount = 999_999_999_999

const texts: Record<string, string> = {
  reason: longAlarm,
  Alarm_Desc: longAlarm,
  Description: longAlarm,
  description: longAlarm,
  cause: longAlarm,
  Product: longProduct,
  Value_Before: longProduct,
  Value_After: longProduct,
}
const counts = new Set([
  'batchPacks',
  'Total_Packs_Prod',
  'Packs Produced',
  'Number of Packs Packed',
  'lostPacks',
])

function stretched(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => stretched('', each))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, stretched(name, each)]),
    )
  }
  if (typeof value === 'string' && value !== '' && key in texts) return texts[key]
  if (typeof value === 'number' && counts.has(key)) return largeCount
  return value
}

/** From here on every answer of the server carries the longest texts and the largest counts. */
export async function stretchAnswers(page: Page) {
  await page.route('**/api/**', async (route) => {
    const url = route.request().url()
    // The push would bring the short texts back.
    if (url.includes('/machines-live/')) return route.abort()
    const response = await route.fetch()
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    const answer: unknown = await response.json()
    const json = url.includes('products_pie_chart') ? longPie() : stretched('', answer)
    return route.fulfill({ response, json })
  })
}

/** Four products with names that differ only at their ends. */
const longPie = () => ({
  data: {
    pieChunks: [1, 2, 3, 4].map((place) => ({
      x: `${longProduct.slice(0, 39)}${place}`,
      y: largeCount / place,
    })),
  },
})
