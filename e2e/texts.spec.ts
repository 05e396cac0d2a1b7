// @slow walk

import { dateRangePresets, durationPresets } from '@packboard/model'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { partOf } from './depth.ts'
import { choose, dialog, fill, openForm, openList, press } from './panel.ts'
import { address, card, enter } from './people.ts'
import { type SpecifiedText, specifiedTexts } from './specifiedTexts.ts'
import {
  added,
  answer,
  clearedDays,
  clearedProduction,
  createPage,
  deleted,
  distributor,
  failingChoice,
  failingPart,
  failingRecords,
  forgot,
  forgotPage,
  leave,
  login,
  loginPage,
  newcomer,
  panelPage,
  productionPage,
  refusedPage,
  register,
  registerPage,
  reset,
  resetPage,
  type State,
  send,
  withoutNetwork,
} from './textStates.ts'

/** Each page is a journey of its own, and no worker is left alone with all of them. */
test.describe.configure({ mode: 'parallel' })

const durations: State = {
  open: productionPage,
  act(page) {
    const duration = page.getByRole('combobox', { name: 'Duration of Machine Status' })
    return openList(page, duration, 'Last Week')
  },
}
const presets: State = {
  open: productionPage,
  act: (page) => page.getByRole('button', { name: /^Time Period/ }).click(),
}

const distributors = (page: Page) => page.getByRole('region', { name: 'Distributors' })

/** Which state calls for which text (specification §5, §8 and §9). */
const table: readonly {
  readonly text: SpecifiedText
  readonly when: string
  readonly state: State
}[] = [
  // Account screens.
  {
    text: 'Invalid username or password!',
    when: 'a name that nobody has signs in',
    state: { open: loginPage, act: login },
  },
  {
    text: 'Server error!',
    when: 'a sign-in has no network',
    state: { open: loginPage, act: withoutNetwork(login) },
  },
  {
    text: 'Server error!',
    when: 'a forgotten password has no network',
    state: { open: forgotPage, act: withoutNetwork(forgot) },
  },
  {
    text: 'A reset password link has been sent on the provided email!',
    when: 'a password was forgotten',
    state: { open: forgotPage, act: forgot },
  },
  {
    text: 'password strength: strong',
    when: 'somebody registers',
    state: { open: registerPage },
  },
  {
    text: 'This user name is already taken.',
    when: 'somebody registers as somebody else',
    state: {
      open: registerPage,
      act: send('Create account', { ...newcomer, Username: 'admin' }),
    },
  },
  {
    text: 'Please confirm your e-mail address with the link that was sent to it. The account then awaits approval.',
    when: 'somebody has registered',
    state: {
      open: registerPage,
      async act(page) {
        const message =
          'Please confirm your e-mail address with the link that was sent to it. The account then awaits approval.'
        await answer(page, '**/api/auth/signup', 'POST', 200, { message })
        await register(page)
      },
    },
  },
  {
    text: 'Password cannot be empty or contain only spaces.',
    when: 'a new password is blank',
    state: { open: resetPage, act: reset('   ') },
  },
  {
    text: 'Password must be at least 3 characters long.',
    when: 'a new password is too short',
    state: { open: resetPage, act: reset('ab') },
  },
  {
    text: 'Server error!',
    when: 'a new password has no network',
    state: { open: resetPage, act: withoutNetwork(reset('packboard')) },
  },
  {
    text: 'Your password has been reset!',
    when: 'a new password was sent',
    state: {
      open: resetPage,
      async act(page) {
        await answer(page, '**/api/auth/resetPassword', 'POST', 200, { message: 'Done' })
        await reset('packboard')(page)
      },
    },
  },
  {
    text: 'Please check mark the Terms and Conditions!',
    when: 'an invited person has not ticked the terms',
    state: { open: createPage, act: send('Submit') },
  },
  {
    text: 'You must be 18 or over.',
    when: 'the terms are open',
    state: { open: createPage, act: send('Terms and Conditions'), where: dialog },
  },

  // Forms of the panel.
  {
    text: 'Please fill in all required fields: Name, Contact Name, Contact Email, Contact Number',
    when: 'an empty distributor is added',
    state: added('Distributor'),
  },
  { text: 'Client is required', when: 'an empty machine is added', state: added('Machine') },
  {
    text: 'Machine Type is required',
    when: 'a machine without a type is added',
    state: added('Machine', (page) => choose(page, 'Client', 'Nova Snacks')),
  },
  {
    text: 'Serial No is required',
    when: 'a machine without a serial number is added',
    state: added('Machine', async (page) => {
      await choose(page, 'Client', 'Nova Snacks')
      await choose(page, 'Machine Type', 'VFFS V-240')
    }),
  },
  {
    text: 'Label is required',
    when: 'an empty machine type is added',
    state: added('Machine Type'),
  },
  {
    text: 'Image is required',
    when: 'a machine type without a picture is added',
    state: added('Machine Type', (page) => fill(page, { Label: 'Sleever' })),
  },
  {
    text: 'Subscription is required',
    when: 'a client without a subscription is added',
    state: added('Client', (page) => fill(page, { Name: 'Tyne Bakery' })),
  },
  {
    text: 'Please select Enabled value!',
    when: 'a client is updated without a choice of Enabled',
    state: {
      open: panelPage,
      async act(page) {
        await openForm(page, 'Edit Nova Snacks', 'Update Client')
        await choose(page, 'Enabled', 'Yes')
        await press(page, 'Update')
      },
    },
  },
  {
    text: 'Distributor added successfully',
    when: 'a distributor was added',
    state: {
      open: panelPage,
      async act(page) {
        await answer(page, '**/api/admin/distributor', 'POST', 200, { message: 'Done', id: 9 })
        await openForm(page, 'Add Distributor', 'Add Distributor')
        await fill(page, distributor)
        await press(page, 'Add')
      },
    },
  },
  {
    text: 'Distributor updated successfully',
    when: 'a distributor was updated',
    state: {
      open: panelPage,
      async act(page) {
        await answer(page, '**/api/admin/distributor/*', 'PUT', 200, { message: 'Done' })
        await openForm(page, 'Edit Baltic Pack Partners', 'Update Distributor')
        await press(page, 'Update')
      },
    },
  },
  {
    text: 'Success!',
    when: 'a client was updated',
    state: {
      open: panelPage,
      async act(page) {
        await answer(page, '**/api/admin/client/update/*', 'PUT', 200, { message: 'Done' })
        await openForm(page, 'Edit Nova Snacks', 'Update Client')
        await press(page, 'Update')
      },
    },
  },
  {
    text: 'An error occurred',
    when: 'a change fails and nobody says why',
    state: {
      open: panelPage,
      async act(page) {
        await page.route('**/api/admin/client/update/*', (route) =>
          route.fulfill({ status: 502, body: 'out of order' }),
        )
        await openForm(page, 'Edit Nova Snacks', 'Update Client')
        await press(page, 'Update')
      },
      where: (page) => page.getByLabel('Messages', { exact: true }),
    },
  },
  {
    text: 'Distributor deleted successfully',
    when: 'a distributor was deleted',
    state: deleted('distributor', 'Baltic Pack Partners', 'Distributor', true),
  },
  {
    text: 'Client deleted successfully',
    when: 'a client was deleted',
    state: deleted('client', 'Nova Snacks', 'Client', true),
  },
  {
    text: 'Machine deleted successfully',
    when: 'a machine was deleted',
    state: deleted('machine', 'FW-101', 'Machine', true),
  },
  {
    text: 'Machine Type deleted successfully',
    when: 'a machine type was deleted',
    state: deleted('machineTypes', 'VFFS V-240', 'Machine Type', true),
  },
  {
    text: 'User deleted successfully',
    when: 'a user was deleted',
    state: deleted('user', 'engineer', 'User', true),
  },
  {
    text: 'Failed to delete distributor',
    when: 'a distributor cannot be deleted',
    state: deleted('distributor', 'Baltic Pack Partners', 'Distributor', false),
  },
  {
    text: 'Failed to delete client',
    when: 'a client cannot be deleted',
    state: deleted('client', 'Nova Snacks', 'Client', false),
  },
  {
    text: 'Error deleting machine',
    when: 'a machine cannot be deleted',
    state: deleted('machine', 'FW-101', 'Machine', false),
  },
  {
    text: 'Error deleting machine type',
    when: 'a machine type cannot be deleted',
    state: deleted('machineTypes', 'VFFS V-240', 'Machine Type', false),
  },
  {
    text: 'Error deleting user',
    when: 'a user cannot be deleted',
    state: deleted('user', 'engineer', 'User', false),
  },

  // Lists.
  {
    text: 'Loading...',
    when: 'a list is still on its way',
    state: {
      async open(page) {
        await page.context().route('**/api/admin/distributor', () => {})
        await panelPage(page)
      },
      where: distributors,
    },
  },
  {
    text: 'Not Available',
    when: 'a list is empty',
    state: {
      async open(page) {
        const url = '**/api/admin/distributor'
        await answer(page.context(), url, 'GET', 200, { distributors: [] })
        await panelPage(page)
      },
      where: distributors,
    },
  },
  {
    text: 'Not Available',
    when: 'a list cannot be loaded',
    state: {
      open: refusedPage('admin', '/admin/panel', 'admin/distributor'),
      where: distributors,
    },
  },
  {
    text: '10',
    when: 'a table has more than one page',
    state: {
      open: panelPage,
      where: (page) =>
        page
          .getByRole('region', { name: 'Machines', exact: true })
          .getByRole('combobox', { name: 'Rows per page' }),
    },
  },
  {
    text: 'No Machines Found',
    when: 'a client has no machine',
    state: {
      async open(page) {
        const url = '**/api/admin/client_machines/*'
        await answer(page.context(), url, 'GET', 200, { machines: [] })
        await enter(page, 'user', '/admin/dashboard')
      },
    },
  },
  {
    text: 'No Machines Found',
    when: 'the machines of a client cannot be loaded',
    state: { open: refusedPage('user', '/admin/dashboard', 'admin/client_machines/*') },
  },
  {
    text: 'Not Allowed',
    when: 'somebody who picks no client has none',
    state: {
      async open(page) {
        await enter(page, 'engineer')
        await page.evaluate(() => {
          const session = JSON.parse(localStorage.getItem('packboard.session') ?? '')
          const without = { ...session, clientId: null, clientName: null }
          localStorage.setItem('packboard.session', JSON.stringify(without))
        })
        await page.goto(`${address()}/admin/dashboard`)
      },
    },
  },
  {
    text: 'Not Allowed',
    when: 'a distributor without a client asks for days',
    state: { open: (page) => enter(page, 'distributor', '/admin/day-summary') },
  },

  // Charts and tables of a machine.
  {
    text: 'No Data Found',
    when: 'the ring of states cannot be loaded',
    state: failingPart('Machine Status'),
  },
  {
    text: 'No Data Found',
    when: 'the ring of alarms cannot be loaded',
    state: failingPart('Alarms'),
  },
  {
    text: 'No Data Found',
    when: 'the ring of products cannot be loaded',
    state: failingPart('Products'),
  },
  {
    text: 'No Data Found',
    when: 'the bars of states cannot be loaded',
    state: failingPart('Machine State Distribution'),
  },
  {
    text: 'No Data Found',
    when: 'the audit trail cannot be loaded',
    state: failingRecords('Audit Data'),
  },
  {
    text: 'No Data Found',
    when: 'the alarms cannot be loaded',
    state: failingRecords('Alarms Info'),
  },
  {
    text: 'No Data Found',
    when: 'the days cannot be loaded',
    state: { open: refusedPage('clientadmin', '/admin/day-summary', 'admin/day-summary**') },
  },
  {
    text: 'All',
    when: 'the groups of the audit trail cannot be loaded',
    state: failingChoice('Select Group'),
  },
  {
    text: 'All',
    when: 'the descriptions of the audit trail cannot be loaded',
    state: failingChoice('Select Description'),
  },

  // Presets, defaults and units.
  ...durationPresets.map((text) => ({
    text,
    when: 'the Duration of a chart is open',
    state: durations,
  })),
  ...dateRangePresets.map((text) => ({ text, when: 'the Time Period is open', state: presets })),
  {
    text: 'per minute',
    when: 'a chart shows up to 24 hours',
    state: {
      open: productionPage,
      where: (page) => page.getByRole('region', { name: 'Packs per minute' }),
    },
  },
  {
    text: '06:00',
    when: 'the page of a machine is cleared',
    state: clearedProduction('Start time'),
  },
  { text: '18:00', when: 'the page of a machine is cleared', state: clearedProduction('End time') },
  { text: '00:00', when: 'the days are cleared', state: clearedDays('Start time') },
  { text: '23:59', when: 'the days are cleared', state: clearedDays('End time') },
  {
    text: 'ppm',
    when: 'a machine shows its speed',
    state: {
      open: (page) => enter(page, 'user', '/admin/dashboard'),
      where: (page) => card(page, 'FW-101'),
    },
  },
]

test('every text of the specification is in the table', () => {
  const inTable = new Set<string>(table.map(({ text }) => text))
  expect(specifiedTexts.filter((text) => !inTable.has(text))).toEqual([])
})

const byOpening = new Map<State['open'], (typeof table)[number][]>()
for (const row of table) {
  byOpening.set(row.state.open, [...(byOpening.get(row.state.open) ?? []), row])
}

for (const [open, rows] of partOf([...byOpening], 6)) {
  const [{ when } = { when: '' }] = rows
  test(`when ${when}${rows.length > 1 ? `, and ${rows.length - 1} more texts of the page` : ''}`, async ({
    page,
  }) => {
    await open(page)
    // One state may say many texts: it is reached once.
    for (const state of new Set(rows.map(({ state }) => state))) {
      const here = rows.filter((row) => row.state === state)
      await test.step(`${here[0]?.when}: ${here.map(({ text }) => text).join(' · ')}`, async () => {
        await state.act?.(page)
        for (const { text } of here) await expectOnScreen(page, text, state.where?.(page))
        await leave(page)
      })
    }
    await page.context().unrouteAll({ behavior: 'ignoreErrors' })
  })
}

async function expectOnScreen(page: Page, text: string, where: Locator | undefined) {
  if (where === undefined) {
    const found = page.getByText(text, { exact: true }).filter({ visible: true })
    return expect(found.first()).toBeVisible()
  }
  await expect(where).toBeVisible()
  const isField = await where.evaluate((element) => element.nodeName === 'INPUT')
  return isField ? expect(where).toHaveValue(text) : expect(where).toContainText(text)
}
