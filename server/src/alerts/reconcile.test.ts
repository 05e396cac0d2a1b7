import type { WatchedAlert } from '@packboard/management'
import { alertLimits } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Opening } from './machineOpenings.ts'
import { reconcile } from './reconcile.ts'

const { clearMs } = alertLimits
const since = { ruleSince: 0, windowBegin: 0 }
const runs = { ...runsOfProperty({ deep: 2_000, daily: 300 }), endOnFailure: true }

function opening(openedAt: number, endedAt: number | null): Opening {
  const said = { cause: 'Film snap', causeGroup: 'Film', shownAt: openedAt, receivedAt: null }
  return { machineId: 1, openedAt, endedAt, ...said }
}
const alert = (openedAt: number, clearedAt: number | null): WatchedAlert => ({
  ...{ id: `${openedAt}`, ruleId: 'rule', machineId: 1, openedAt, clearedAt },
})

/** What a ledger says at one time: openings in order, with the pauses between them that `alertTimes` leaves. */
const anyOpenings = fc
  .array(
    fc.record({
      pause: fc.integer({ min: clearMs, max: 4 * clearMs }),
      length: fc.integer({ min: 0, max: 4 * clearMs }),
    }),
    { maxLength: 6 },
  )
  .chain((spans) =>
    fc.boolean().map((goesOn) => {
      let at = 0
      return spans.map(({ pause, length }, index) => {
        const openedAt = at + pause
        at = openedAt + length
        return opening(openedAt, goesOn && index === spans.length - 1 ? null : at)
      })
    }),
  )
const anyNow = fc.integer({ min: 0, max: 40 * clearMs })

/** The alerts after a change, as the store keeps them: of two with one beginning the second is refused. */
function stored(alerts: readonly WatchedAlert[], found: ReturnType<typeof reconcile>) {
  const clearedAt = new Map(
    found.toClear.map((one) => [one.alert, Math.max(one.alert.openedAt, one.clearedAt)]),
  )
  const opened = found.toOpen.map(({ openedAt }) => alert(openedAt, null))
  const late = found.late.map(({ openedAt, endedAt }) => alert(openedAt, endedAt))
  const known = alerts.map((one) => ({ ...one, clearedAt: clearedAt.get(one) ?? one.clearedAt }))
  return [...known, ...opened, ...late]
}

/** The alerts that are stored when a ledger was looked at several times, and late records changed it each time. */
const anyHistory = fc
  .array(fc.tuple(anyOpenings, anyNow), { minLength: 1, maxLength: 5 })
  .map((looks) =>
    looks
      .toSorted(([, a], [, b]) => a - b)
      .reduce<WatchedAlert[]>(
        (alerts, [openings, now]) => stored(alerts, reconcile(openings, alerts, { now, ...since })),
        [],
      ),
  )

const byTime = <Row extends { openedAt: number }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => a.openedAt - b.openedAt)

test('in whatever order openings and alerts come, the same opens and clears', () => {
  const property = fc.property(
    anyHistory,
    anyOpenings,
    anyNow,
    fc.infiniteStream(fc.nat()),
    (alerts, openings, now, chance) => {
      const mixed = <Row>(rows: readonly Row[]) =>
        rows
          .map((row) => [Number(chance.next().value), row] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, row]) => row)
      const sorted = (found: ReturnType<typeof reconcile>) => ({
        ...{ toOpen: byTime(found.toOpen), late: byTime(found.late), lookAt: found.lookAt },
        toClear: found.toClear.toSorted((a, b) => a.alert.openedAt - b.alert.openedAt),
      })
      const expected = reconcile(openings, alerts, { now, ...since })
      const found = reconcile(mixed(openings), mixed(alerts), { now, ...since })
      expect(sorted(found)).toEqual(sorted(expected))
    },
  )
  fc.assert(property, runs)
  // As far from one as from the other.
  const two = [opening(0, 2.5 * clearMs), opening(4 * clearMs, null)]
  const between = [alert(2 * clearMs, null)]
  const now = 9 * clearMs
  const [ahead, back] = [two, two.toReversed()].map((own) =>
    reconcile(own, between, { now, ...since }),
  )
  expect(back).toEqual(ahead)
})

test('an alert is never opened twice, and what was stored changes nothing more', () => {
  const property = fc.property(anyHistory, anyOpenings, anyNow, (alerts, openings, now) => {
    const found = reconcile(openings, alerts, { now, ...since })
    const after = stored(alerts, found)
    const keys = after.map(({ openedAt }) => openedAt)
    expect(keys).toHaveLength(new Set(keys).size)
    const again = reconcile(openings, after, { now, ...since })
    expect(again).toEqual({ toOpen: [], late: [], toClear: [], lookAt: found.lookAt })
    // Nor does a clock that is set back, or that of another process.
    for (const begun of found.toOpen) {
      const before = reconcile(openings, after, { now: begun.openedAt - 1, ...since })
      expect(before.toOpen).toEqual([])
      expect(before.toClear.filter((one) => one.alert.openedAt === begun.openedAt)).toEqual([])
    }
  })
  fc.assert(property, runs)
})

test('a beginning that late records moved opens no second one, and ends with its condition', () => {
  const property = fc.property(
    fc.integer({ min: 0, max: 100 * clearMs }),
    fc.integer({ min: 0, max: 100 * clearMs }),
    fc.nat(10 * clearMs),
    (stored, moved, more) => {
      const now = Math.max(stored, moved) + more
      const [open] = [alert(stored, null)]
      const held = reconcile([opening(moved, null)], [open], { now, ...since })
      expect(held).toEqual({ toOpen: [], late: [], toClear: [], lookAt: null })
      const endedAt = now - clearMs
      if (endedAt < moved || endedAt + clearMs <= stored) return
      const over = reconcile([opening(moved, endedAt)], [open], { now, ...since })
      expect(over).toEqual({
        ...{ toOpen: [], late: [], lookAt: null },
        toClear: [{ alert: open, clearedAt: endedAt, withdrawn: false }],
      })
    },
  )
  fc.assert(property, runs)
})

test('over for a minute it is history, over before the rule looked it is nothing, and what holds opens', () => {
  const at = (minutes: number) => minutes * 60_000
  const openings = [opening(at(1), at(5)), opening(at(8), at(12)), opening(at(20), at(21))]
  const holds = opening(at(28), null)
  const now = at(30)
  const times = { now, ruleSince: at(10), windowBegin: 0 }
  expect(reconcile([...openings, holds], [], times)).toEqual({
    ...{ toOpen: [holds], late: openings.slice(1), toClear: [], lookAt: null },
  })
  // It held before the rule looked, and holds: with its true beginning.
  expect(reconcile([opening(at(1), null)], [], times).toOpen).toEqual([opening(at(1), null)])
  // Not over for a minute yet: it opens, and is looked at when it is.
  const short = opening(at(29), at(29.5))
  expect(reconcile([short], [], times)).toEqual({
    ...{ toOpen: [short], late: [], toClear: [], lookAt: at(30.5) },
  })
  const next = opening(at(31), at(40))
  expect(reconcile([next], [], times)).toMatchObject({ toOpen: [], late: [], lookAt: at(31) })
})

test('an opening that the ledger has no more is withdrawn, one from before the window is over', () => {
  const [gone, old] = [alert(200, null), alert(50, null)]
  const times = { now: 1_000, ruleSince: 0, windowBegin: 100 }
  expect(reconcile([], [gone, old, alert(60, 90)], times).toClear).toEqual([
    { alert: gone, clearedAt: 1_000, withdrawn: true },
    { alert: old, clearedAt: 1_000, withdrawn: false },
  ])
})

test('what holds and began after an alert was cleared opens, however shortly after', () => {
  // Late records took back what opened at 100, or showed its pause to be longer; it has been 10 s since.
  const cleared = alert(100, 1_000)
  const times = { now: 11_000, ruleSince: 0, windowBegin: 0 }
  const holds = opening(10_000, null)
  expect(reconcile([holds], [cleared], times)).toMatchObject({ toOpen: [holds], toClear: [] })
  // Over since, it is the end of that alert, which late records moved.
  const over = reconcile([opening(10_000, 11_000)], [cleared], { ...times, now: 11_000 + clearMs })
  expect(over).toMatchObject({ toOpen: [], late: [] })
})

test('what holds though all of its alerts were cleared opens once more, where the last of them was cleared', () => {
  // Its rule was switched off and on, or late records took back the run that cleared it.
  const cleared = [alert(100, 1_000), alert(1_000, 5_000)]
  const times = { now: 20_000, ruleSince: 9_000, windowBegin: 0 }
  const holds = opening(100, null)
  const found = reconcile([holds], cleared, times)
  expect(found).toMatchObject({ toOpen: [{ ...holds, openedAt: 9_000 }], late: [], toClear: [] })
  expect(reconcile([holds], cleared, { ...times, ruleSince: 0 }).toOpen).toEqual([
    { ...holds, openedAt: 5_000 },
  ])
  // Once: with that alert stored nothing more opens, and it is cleared with its condition.
  const after = [...cleared, alert(9_000, null)]
  expect(reconcile([holds], after, times)).toMatchObject({ toOpen: [], late: [], toClear: [] })
  const over = opening(100, 30_000)
  const later = { ...times, now: 30_000 + clearMs }
  expect(reconcile([over], after, later).toClear).toEqual([
    { alert: after[2], clearedAt: 30_000, withdrawn: false },
  ])
  // What is over opens nothing more.
  expect(reconcile([over], cleared, later)).toMatchObject({ toOpen: [], late: [], toClear: [] })
})
