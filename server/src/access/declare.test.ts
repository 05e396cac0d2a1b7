import { expect, test } from 'vitest'
import { declaredRoutes } from '../../testing/rights/declaredRoutes.ts'

test('the table of routes by who may call them is the one that is written down', async () => {
  const routes = await declaredRoutes()
  const callers = new Map<string, string[]>()
  for (const { method, path, policy } of routes) {
    const { caller, board, operator, confirmed } = policy
    const links = [board && 'television', operator && `tablet (${operator})`].filter(Boolean)
    const row = [
      method.padEnd(6),
      path,
      links.length > 0 ? `+ ${links.join(', ')}` : '',
      confirmed ? '(confirmed)' : '',
    ]
      .filter(Boolean)
      .join(' ')
    callers.set(caller, [...(callers.get(caller) ?? []), row.trimEnd()])
  }
  const sections = [...callers].map(([caller, rows]) =>
    [caller, ...rows.sort().map((row) => `  ${row}`), ''].join('\n'),
  )
  const table = sections.sort().join('\n')
  await expect(table).toMatchFileSnapshot('../../testing/rights/policies.txt')
})
