import { dateRangePresets, durationPresets } from '@packboard/model'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { choose, dialog, fill, openForm, press } from './panel.ts'
import { address, card, enter } from './people.ts'
import { type SpecifiedText, specifiedTexts } from './specifiedTexts.ts'
import {
  account,
  added,
  answer,
  anywhere,
  clearedDays,
  clearedProduction,
  deleted,
  distributor,
  failingChoice,
  failingPart,
  failingRecords,
  forgot,
  login,
  newcomer,
  openProduction,
  panel,
  refuse,
  register,
  reset,
  type State,
  withoutNetwork,
} from './textStates.ts'

/** Each state is a journey of its own, and no worker is left alone with all of them. */
test.describe.configure({ mode: 'parallel' })

const durations: State = async (page) => {
  await openProduction(page)
  await page.getByRole('combobox', { name: 'Duration of Machine Status' }).click()
  return undefined
}
const presets: State = async (page) => {
  await openProduction(page)
  await page.getByRole('button', { name: /^Time Period/ }).click()
  return undefined
}

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
    state: anywhere(login),
  },
  { text: 'Server error!', when: 'a sign-in has no network', state: withoutNetwork(login) },
  {
    text: 'Server error!',
    when: 'a forgotten password has no network',
    state: withoutNetwork(forgot),
  },
  {
    text: 'Server error!',
    when: 'a new password has no network',
    state: withoutNetwork((page) => reset(page, 'packboard')),
  },
  {
    text: 'password strength: strong',
    when: 'somebody registers',
    state: anywhere((page) => page.goto(`${address()}/auth/register`)),
  },
  {
    text: 'Your account was made. It awaits approval.',
    when: 'somebody has registered',
    state: anywhere(async (page) => {
      const message = 'Your account was made. It awaits approval.'
      await answer(page, '**/api/auth/signup', 'POST', 200, { message })
      await register(page)
    }),
  },
  {
    text: 'This user name is already taken.',
    when: 'somebody registers as somebody else',
    state: anywhere((page) =>
      account(page, 'register', { ...newcomer, Username: 'admin' }, 'Create account'),
    ),
  },
  {
    text: 'A reset password link has been sent on the provided email!',
    when: 'a password was forgotten',
    state: anywhere(forgot),
  },
  {
    text: 'Your password has been reset!',
    when: 'a new password was sent',
    state: anywhere(async (page) => {
      await answer(page, '**/api/auth/resetPassword', 'POST', 200, { message: 'Done' })
      await reset(page, 'packboard')
    }),
  },
  {
    text: 'Please check mark the Terms and Conditions!',
    when: 'an invited person has not ticked the terms',
    state: anywhere((page) => account(page, 'reset-password/token/create', {}, 'Submit')),
  },
  {
    text: 'You must be 18 or over.',
    when: 'the terms are open',
    state: async (page) => {
      await account(page, 'reset-password/token/create', {}, 'Terms and Conditions')
      return dialog(page)
    },
  },
  {
    text: 'Password cannot be empty or contain only spaces.',
    when: 'a new password is blank',
    state: anywhere((page) => reset(page, '   ')),
  },
  {
    text: 'Password must be at least 3 characters long.',
    when: 'a new password is too short',
    state: anywhere((page) => reset(page, 'ab')),
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
    state: anywhere(async (page) => {
      await panel(page)
      await openForm(page, 'Edit Nova Snacks', 'Update Client')
      await choose(page, 'Enabled', 'Yes')
      await press(page, 'Update')
    }),
  },
  {
    text: 'Distributor added successfully',
    when: 'a distributor was added',
    state: anywhere(async (page) => {
      await answer(page, '**/api/admin/distributor', 'POST', 200, { message: 'Done', id: 9 })
      await panel(page)
      await openForm(page, 'Add Distributor', 'Add Distributor')
      await fill(page, distributor)
      await press(page, 'Add')
    }),
  },
  {
    text: 'Distributor updated successfully',
    when: 'a distributor was updated',
    state: anywhere(async (page) => {
      await answer(page, '**/api/admin/distributor/*', 'PUT', 200, { message: 'Done' })
      await panel(page)
      await openForm(page, 'Edit Baltic Pack Partners', 'Update Distributor')
      await press(page, 'Update')
    }),
  },
  {
    text: 'Success!',
    when: 'a client was updated',
    state: anywhere(async (page) => {
      await answer(page, '**/api/admin/client/update/*', 'PUT', 200, { message: 'Done' })
      await panel(page)
      await openForm(page, 'Edit Nova Snacks', 'Update Client')
      await press(page, 'Update')
    }),
  },
  {
    text: 'An error occurred',
    when: 'a change fails and nobody says why',
    state: async (page) => {
      await page.route('**/api/admin/client/update/*', (route) =>
        route.fulfill({ status: 502, body: 'out of order' }),
      )
      await panel(page)
      await openForm(page, 'Edit Nova Snacks', 'Update Client')
      await press(page, 'Update')
      return page.getByLabel('Notifications')
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
    state: async (page) => {
      await page.route('**/api/admin/distributor', () => {})
      await panel(page)
      return page.getByRole('region', { name: 'Distributors' })
    },
  },
  {
    text: 'Not Available',
    when: 'a list is empty',
    state: async (page) => {
      await answer(page, '**/api/admin/distributor', 'GET', 200, { distributors: [] })
      await panel(page)
      return page.getByRole('region', { name: 'Distributors' })
    },
  },
  {
    text: 'Not Available',
    when: 'a list cannot be loaded',
    state: async (page) => {
      await refuse(page, '**/api/admin/distributor')
      await panel(page)
      return page.getByRole('region', { name: 'Distributors' })
    },
  },
  {
    text: '10',
    when: 'a table has more than one page',
    state: async (page) => {
      await panel(page)
      const machines = page.getByRole('region', { name: 'Machines', exact: true })
      return machines.getByRole('combobox', { name: 'Rows per page' })
    },
  },
  {
    text: 'No Machines Found',
    when: 'a client has no machine',
    state: anywhere(async (page) => {
      await answer(page, '**/api/admin/client_machines/*', 'GET', 200, { machines: [] })
      await enter(page, 'user', '/admin/dashboard')
    }),
  },
  {
    text: 'No Machines Found',
    when: 'the machines of a client cannot be loaded',
    state: anywhere(async (page) => {
      await refuse(page, '**/api/admin/client_machines/*')
      await enter(page, 'user', '/admin/dashboard')
    }),
  },
  {
    text: 'Not Allowed',
    when: 'somebody who picks no client has none',
    state: anywhere(async (page) => {
      await enter(page, 'engineer')
      await page.evaluate(() => {
        const session = JSON.parse(localStorage.getItem('packboard.session') ?? '')
        const without = { ...session, clientId: null, clientName: null }
        localStorage.setItem('packboard.session', JSON.stringify(without))
      })
      await page.goto(`${address()}/admin/dashboard`)
    }),
  },
  {
    text: 'Not Allowed',
    when: 'a distributor without a client asks for days',
    state: anywhere((page) => enter(page, 'distributor', '/admin/day-summary')),
  },

  // Charts and tables of a machine.
  {
    text: 'No Data Found',
    when: 'the ring of states cannot be loaded',
    state: failingPart('production_chart_data/idle_run_alarm', 'Machine Status'),
  },
  {
    text: 'No Data Found',
    when: 'the ring of alarms cannot be loaded',
    state: failingPart('alarm_pie_chart_data/groups', 'Alarms'),
  },
  {
    text: 'No Data Found',
    when: 'the ring of products cannot be loaded',
    state: failingPart('production_chart_data/products_pie_chart', 'Products'),
  },
  {
    text: 'No Data Found',
    when: 'the bars of states cannot be loaded',
    state: failingPart('admin/machine-state-bar-chart', 'Machine State Distribution'),
  },
  {
    text: 'No Data Found',
    when: 'the audit trail cannot be loaded',
    state: failingRecords('audit_trail_data', 'Audit Data'),
  },
  {
    text: 'No Data Found',
    when: 'the alarms cannot be loaded',
    state: failingRecords('alarm_info', 'Alarms Info'),
  },
  {
    text: 'No Data Found',
    when: 'the days cannot be loaded',
    state: anywhere(async (page) => {
      await refuse(page, '**/api/admin/day-summary**')
      await enter(page, 'clientadmin', '/admin/day-summary')
    }),
  },
  {
    text: 'All',
    when: 'the groups of the audit trail cannot be loaded',
    state: failingChoice('Select Group', ['**/api/audit_trail_data_groups**']),
  },
  {
    text: 'All',
    when: 'the descriptions of the audit trail cannot be loaded',
    state: failingChoice('Select Description', ['**/api/audit_trail_data_descriptions**']),
  },

  // Presets, defaults and units.
  ...durationPresets.map((text) => ({
    text,
    when: 'the Duration of a chart is open',
    state: durations,
  })),
  ...dateRangePresets.map((text) => ({ text, when: 'the Time Period is open', state: presets })),
  {
    text: '06:00',
    when: 'the page of a machine is cleared',
    state: clearedProduction('Start time'),
  },
  { text: '18:00', when: 'the page of a machine is cleared', state: clearedProduction('End time') },
  { text: '00:00', when: 'the days are cleared', state: clearedDays('Start time') },
  { text: '23:59', when: 'the days are cleared', state: clearedDays('End time') },
  {
    text: 'per minute',
    when: 'a chart shows up to 24 hours',
    state: async (page) => {
      await openProduction(page)
      return page.getByRole('region', { name: 'Packs per minute' })
    },
  },
  {
    text: 'ppm',
    when: 'a machine shows its speed',
    state: async (page) => {
      await enter(page, 'user', '/admin/dashboard')
      return card(page, 'FW-101')
    },
  },
]

test('every text of the specification is in the table', () => {
  const inTable = new Set<string>(table.map(({ text }) => text))
  expect(specifiedTexts.filter((text) => !inTable.has(text))).toEqual([])
})

/** One state may say many texts: it is reached once. */
const byState = new Map<State, (typeof table)[number][]>()
for (const row of table) byState.set(row.state, [...(byState.get(row.state) ?? []), row])

for (const [state, rows] of byState) {
  const [{ when } = { when: '' }] = rows
  test(`when ${when}: ${rows.map(({ text }) => text).join(' · ')}`, async ({ page }) => {
    const where = await state(page)
    for (const { text } of rows) await expectOnScreen(page, text, where)
    // A request that is still running when the page closes is no failure.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
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
