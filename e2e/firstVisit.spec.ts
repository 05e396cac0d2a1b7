import { expect, type Page, test } from '@playwright/test'
import { settled } from './axe.ts'
import { partOf } from './depth.ts'
import { enter } from './people.ts'

/** What a first visit costs on a slow line: its requests, and whether what is read already moves while the rest comes. */

const mostRequests = 60
/** As browsers add it up (CLS); from 0.1 on it disturbs. */
const mostShift = 0.05

const pages = {
  home: '/admin/index',
  shift: '/admin/shift',
  overview: '/admin/dashboard',
  production: '/admin/productionData/1/FW-102',
  stops: '/admin/stops',
  timeline: '/admin/timeline',
  compare: '/admin/compare',
  days: '/admin/day-summary',
} as const

/** Opens a page with an empty cache, until it is whole and asks for nothing more; gives the addresses that it requested. */
async function visit(page: Page, username: string, path: string): Promise<string[]> {
  const requested: string[] = []
  const note = (request: { url(): string }) => requested.push(request.url())
  await page.addInitScript(() => {
    const seen = { shift: 0, moved: [] as string[] }
    Object.assign(window, { seenShift: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources = [] } = entry as PerformanceEntry & {
          value: number
          sources?: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        seen.shift += value
        for (const { node, previousRect, currentRect } of sources) {
          const name = `${node?.nodeName}.${node?.getAttribute?.('class')}`
          seen.moved.push(`${name} ${previousRect.y} to ${currentRect.y} (${value.toFixed(4)})`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await enter(page, username, '/health/live')
  page.on('request', note)
  await page.goto(new URL(path, page.url()).href)
  await settled(page)
  // Parts that come later ask once more: quiet is what stays so.
  let counted = -1
  await expect
    .poll(
      () => {
        const isQuiet = counted === requested.length
        counted = requested.length
        return isQuiet
      },
      { intervals: [2_000] },
    )
    .toBe(true)
  page.off('request', note)
  return requested
}

const shiftOf = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'seenShift') as { shift: number; moved: string[] })

for (const [name, path] of Object.entries(pages)) {
  test(`a first visit of ${name} asks for at most ${mostRequests} things`, async ({ page }) => {
    const requested = await visit(page, 'clientadmin', path)
    expect(requested.length, requested.join('\n')).toBeLessThanOrEqual(mostRequests)
  })
}

const still = (['home', 'overview', 'production'] as const).flatMap((name) =>
  [1_440, 820, 390].map((width) => [name, width] as const),
)

for (const [name, width] of partOf(still, 3)) {
  test(`nothing moves on ${name} while it comes, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: width > 1_000 ? 900 : 844 })
    await visit(page, 'clientadmin', pages[name])
    const { shift, moved } = await shiftOf(page)
    expect(shift, moved.join('\n')).toBeLessThanOrEqual(mostShift)
  })
}
