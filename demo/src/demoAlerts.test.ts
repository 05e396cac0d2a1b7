import { alertRulesOfClient } from '@packboard/management'
import { openTestManagement } from '@packboard/management/testing'
import { grantClientScope } from '@packboard/model'
import { expect, test } from 'vitest'
import { demoAlertRules } from './demoAlerts.ts'
import { seedDemo } from './seedDemo.ts'

test('the demo has rules with people as recipients, and its neighbour has none', async () => {
  const { management, close } = await openTestManagement({ demo: false })
  try {
    await seedDemo(management, undefined, { alerts: true })
    const stored = await alertRulesOfClient(management, grantClientScope(1))
    expect(stored).toMatchObject({
      version: 1,
      rules: demoAlertRules.map(({ name }) => ({ name })),
    })
    for (const { steps } of stored?.rules ?? []) expect(steps.length).toBeGreaterThan(0)
    expect(await alertRulesOfClient(management, grantClientScope(2))).toEqual({
      version: 0,
      rules: [],
    })
  } finally {
    await close()
  }
})
