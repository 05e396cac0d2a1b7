import { setAlertRules } from '@packboard/contract'
import { alertLimits, backTestedKinds } from '@packboard/model'
import { expect, test } from 'vitest'
import { mixedRules } from './alerts.ts'

test('the measured rules are of all kinds that follow from records, and rules that the server takes', () => {
  const rules = mixedRules(alertLimits.rules)
  const read = setAlertRules.body.parse({ rules })
  const kinds = new Set(read.rules.map(({ condition }) => condition.kind))
  expect(backTestedKinds.filter((kind) => !kinds.has(kind))).toEqual([])
  expect(new Set(read.rules.map(({ condition, when }) => JSON.stringify([condition, when]))).size)
    // A planned reason that took longer has no number: it differs by its hours alone.
    .toBeGreaterThan(alertLimits.rules - 20)
})
