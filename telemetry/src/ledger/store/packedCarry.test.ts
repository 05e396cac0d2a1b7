import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyAlarms, anyRule, anySamples, storyStart } from '../../../testing/anyRecords.ts'
import { decodeCarry, emptyCarry, encodeCarry } from '../fold/carry.ts'
import { foldStretch } from '../fold/foldStretch.ts'
import { bySampleOrder } from '../fold/ledgerRecords.ts'
import { minuteMs, minuteOf } from '../fold/minute.ts'
import { packCarry, unpackCarry } from './packedCarry.ts'

const minute = minuteOf(storyStart)
const roundTrip = (text: string) => unpackCarry(packCarry(text, minute), minute)

test('a carry comes back from the columns of a row as it was, to the last digit', () => {
  let packed = 0
  let whole = 0
  fc.assert(
    fc.property(anySamples, anyAlarms, anyRule, (samples, alarms, rule) => {
      const from = minute - minuteMs
      const sorted = samples.toSorted(bySampleOrder)
      const story = { rule, carry: emptyCarry(), from, to: null, samples: sorted, alarms }
      for (const { minute: start, carry } of foldStretch(story).minutes) {
        const columns = packCarry(carry, start)
        if (columns.form === 1) packed += 1
        else whole += 1
        expect(unpackCarry(columns, start)).toBe(carry)
        expect(encodeCarry(decodeCarry(unpackCarry(columns, start)))).toBe(carry)
      }
    }),
    { numRuns: 300 },
  )
  // Some have readings that are ahead of time and stay texts.
  expect(packed).toBeGreaterThan(whole)
  expect(whole).toBeGreaterThan(0)
})

const usual = { ...emptyCarry(), at: minute + 30_000, speed: 120_500_000 }
const counter = (newest: bigint) => ({ newest, ahead: null })

test.each([
  ['nothing known', emptyCarry(), 2],
  ['a sample and a speed', usual, 1],
  ['a counter at the end of the numbers', { ...usual, packs: counter(2n ** 63n - 1n) }, 1],
  ['a counter beyond them', { ...usual, packs: counter(2n ** 63n) }, 2],
  ['a counter of rejects beyond them', { ...usual, rejects: counter(10n ** 24n) }, 2],
  ['a sample of more than 49 days ago', { ...usual, at: minute + minuteMs - 2 ** 32 }, 2],
  ['a sample of 49 days ago', { ...usual, at: minute + minuteMs - 2 ** 32 + 1 }, 1],
  ['a sample after the minute', { ...usual, at: minute + minuteMs + 1 }, 2],
  ['a counter that moved in 1970', { ...usual, movedAt: 0 }, 2],
  ['an operator with marks', { ...usual, user: `Anna "Ö'Berg" \\ [1`, product: '☃ "a"' }, 1],
  ['a gap', { ...usual, packsGap: { state: 5, product: 'A', tool: '' } }, 1],
  ['a batch counter below the packs', { ...usual, batchCounter: 5n, packs: counter(7n) }, 1],
])('%s', (_, carry, form) => {
  const text = encodeCarry(carry)
  expect(packCarry(text, minute).form).toBe(form)
  expect(roundTrip(text)).toBe(text)
})

test('the name of an operator is in a column of its own and nowhere else', () => {
  const packed = packCarry(encodeCarry({ ...usual, user: 'Anna' }), minute)
  expect(packed.user).toBe('Anna')
  expect(packed.rest).not.toContain('Anna')
})

test('the row of a minute that became empty has no carry', () => {
  expect(roundTrip('')).toBe('')
})
