import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ruleId, wireBackTest, wireRule, wireRules } from '../../../testing/alertAnswers.ts'
import { openPage, refusal, serve, type Wire } from '../../../testing/openPage.tsx'
import { person } from '../../../testing/wireAnswers.ts'

beforeEach(() => {
  vi.stubGlobal('crypto', { ...crypto, randomUUID: () => ruleId(9) })
})
afterEach(() => vi.unstubAllGlobals())

const rulesPath = '/api/admin/alert-rules/1'

async function openRules(wire: Wire = () => undefined, session = person()) {
  const requested = serve((path, body, init) => {
    const answer = wire(path, body, init)
    if (answer) return answer
    if (path === `${rulesPath}/back-test`) return Response.json(wireBackTest())
    if (path !== rulesPath) return undefined
    if (init.method === 'PUT') return Response.json({ message: 'Success!', version: 8 })
    return Response.json(wireRules([wireRule(1)]))
  })
  const page = await openPage('/admin/panel?view=alerts', session)
  await screen.findByRole('heading', { name: 'Rules' })
  return { ...page, requested }
}

const sent = (requested: readonly { path: string; body: Record<string, unknown> }[]) =>
  requested
    .filter(({ path, body }) => path === rulesPath && 'rules' in body)
    .map(({ body }) => body)

test('a rule reads as a sentence, with whom it informs and what became of it', async () => {
  await openRules()
  const row = screen.getByRole('row', { name: /Stopped longer than 5 min/ })
  expect(row.textContent).toContain('All machines, planned time')
  expect(row.textContent).toContain('Petra Nowak')
  expect(row.textContent).toContain('sent 14 · true 14 · missed 0 · late 1')
  expect(row.textContent).toContain('3m 10s')
})

test('a new rule is ready: stopped longer than 10 minutes, to me at once; a boss is one step more', async () => {
  const { requested } = await openRules()
  fireEvent.click(screen.getByRole('button', { name: 'Add Rule' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Add step' }))
  const last = screen.getByRole('combobox', { name: 'Who, step 2' })
  expect((last as HTMLInputElement).value).toBe('Petra Nowak')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent(requested)).toHaveLength(1)
  expect(sent(requested)[0]).toMatchObject({
    version: 7,
    rules: [
      { id: ruleId(1) },
      {
        ...{ id: ruleId(9), name: 'Stopped longer than 10 min', enabled: true },
        condition: { kind: 'stoppedLonger', seconds: 600 },
        ...{ machines: 'all', when: 'planned', severity: 'warning' },
        steps: [
          { afterSeconds: 0, channel: 'person', to: 1 },
          { afterSeconds: 900, channel: 'person', to: 2 },
        ],
      },
    ],
  })
})

test('beside the rule stands when it would have opened, late ones apart, each with the way to its stop', async () => {
  const { requested } = await openRules()
  fireEvent.click(screen.getByRole('button', { name: 'Stopped longer than 5 min' }))
  const test = await screen.findByRole('region', { name: 'Back-test, last 30 days' })
  await expect
    .poll(() => test.textContent)
    .toContain('Would have opened 14 times in the last 30 days')
  expect(test.textContent).toContain('9 in planned time')
  expect(test.textContent).toContain('2 more came to be known when they were over: no message')
  const link = within(test).getByRole('link', { name: /FW-101/ })
  expect(link.getAttribute('href')).toContain('stop=')
  // Another name is not tested again, another time is.
  const tested = () => requested.filter(({ path }) => path.endsWith('/back-test')).length
  const before = tested()
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Halt' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Time' }), { target: { value: '8 min' } })
  await expect.poll(tested).toBe(before + 1)
  expect(requested.at(-1)?.body).toMatchObject({ rule: { condition: { seconds: 480 } } })
})

test('more than 5 a day warns; more than 100 is saved only by saying so', async () => {
  const { requested } = await openRules((path) =>
    path === `${rulesPath}/back-test`
      ? Response.json(wireBackTest({ opened: 3_204, perDay: 131 }))
      : undefined,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Stopped longer than 5 min' }))
  const anyway = await screen.findByRole('checkbox', { name: /^Save anyway/ })
  const save = screen.getByRole('button', { name: 'Save' })
  expect((save as HTMLButtonElement).disabled).toBe(true)
  fireEvent.click(anyway)
  fireEvent.click(save)
  await expect.poll(() => sent(requested)).toHaveLength(1)
})

test('a rule that is not whole is neither tested nor saved, and says what is missing', async () => {
  const { requested } = await openRules()
  fireEvent.click(screen.getByRole('button', { name: 'Stopped longer than 5 min' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Time' }), {
    target: { value: 'soon' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByText(/Complete the rule/)).toBeTruthy()
  expect(sent(requested)).toEqual([])
})

test('another person was faster: the changes stay, and what is saved can be shown', async () => {
  await openRules((path, _body, init) =>
    path === rulesPath && init.method === 'PUT'
      ? refusal(409, 'edit.conflict', 'Another person changed this meanwhile.')
      : undefined,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Stopped longer than 5 min' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/Your changes are still here/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show what is saved' }))
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('muting says for how long and why', async () => {
  const { requested } = await openRules((path) =>
    path === '/api/admin/alert-mutes/1' ? Response.json({ message: 'Success!' }) : undefined,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Mute Stopped longer than 5 min' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Mute' }))
  expect(await within(dialog).findByText('Please say why.')).toBeTruthy()
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Why' }), {
    target: { value: 'New film' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Mute' }))
  const mutes = () => requested.filter(({ path }) => path === '/api/admin/alert-mutes/1')
  await expect.poll(mutes).toHaveLength(1)
  expect(mutes()[0]?.body).toMatchObject({ ruleId: ruleId(1), reason: 'New film' })
})
