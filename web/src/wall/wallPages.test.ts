import { expect, test } from 'vitest'
import { nextTurn, pageMs, pagesOf, type Turn } from './wallPages.ts'

const machines = (count: number) => Array.from({ length: count }, (_, index) => `FW-${index + 1}`)

test.each([
  [0, []],
  [1, [1]],
  [8, [8]],
  [9, [8, 1]],
  [24, [8, 8, 8]],
])('%i machines lie on pages of %j', (count, sizes) => {
  const pages = pagesOf(machines(count))
  expect(pages.map((page) => page.length)).toEqual(sizes)
  expect(pages.flat()).toEqual(machines(count))
})

/** Which page is shown in each second of a time. */
function watch(seconds: number, pages: number, hasStop: (page: number, second: number) => boolean) {
  let turn: Turn = { page: 0, since: 0 }
  return Array.from({ length: seconds }, (_, second) => {
    turn = nextTurn(turn, {
      pages,
      now: second * 1_000,
      hasStop: (page) => hasStop(page, second),
    })
    return turn.page
  })
}
const runs = (shown: readonly number[]) =>
  shown.reduce<[page: number, seconds: number][]>((all, page) => {
    const last = all.at(-1)
    if (last?.[0] === page) last[1] += 1
    else all.push([page, 1])
    return all
  }, [])

test('pages follow one another every 20 seconds and begin again', () => {
  expect(runs(watch(80, 3, () => false))).toEqual([
    [0, 20],
    [1, 20],
    [2, 20],
    [0, 20],
  ])
})

test('a page with a stop is held twice as long', () => {
  expect(runs(watch(100, 3, (page) => page === 1))).toEqual([
    [0, 20],
    [1, 40],
    [2, 20],
    [0, 20],
  ])
})

test('a stop that comes up while its page is shown keeps the page', () => {
  expect(runs(watch(60, 2, (page, second) => page === 0 && second >= 19))).toEqual([
    [0, 40],
    [1, 20],
  ])
})

test('a stop that ends lets a page go that was shown for long enough', () => {
  expect(runs(watch(45, 2, (page, second) => page === 0 && second < 25))).toEqual([
    [0, 25],
    [1, 20],
  ])
})

test('a single page stays, whatever stops', () => {
  const turn = { page: 0, since: 0 }
  expect(nextTurn(turn, { pages: 1, hasStop: () => false, now: 10 * pageMs })).toBe(turn)
})

test('machines that were taken away leave no empty page', () => {
  const shown = nextTurn({ page: 2, since: 0 }, { pages: 2, hasStop: () => false, now: 1 })
  expect(shown).toEqual({ page: 0, since: 1 })
})

test('a clock that was set back does not hold a page for hours', () => {
  const turn = nextTurn({ page: 1, since: 9e9 }, { pages: 2, hasStop: () => false, now: 0 })
  expect(turn).toEqual({ page: 1, since: 0 })
})
