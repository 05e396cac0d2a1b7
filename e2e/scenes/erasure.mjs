// Erasing the name of an operator.
import { answering, fill, press } from './acts.mjs'
import { at } from './addresses.mjs'

const names = {
  names: [
    {
      id: 2,
      pseudonym: 'erased-3f9c01d27ab4',
      erasedBy: 'clientadmin',
      erasedAt: at(0.1),
      doneAt: null,
    },
    {
      id: 1,
      pseudonym: 'erased-0123456789ab',
      erasedBy: 'admin',
      erasedAt: at(50),
      doneAt: at(49.9),
    },
  ],
}
const eraseName = {
  '**/api/admin/erased-names/1': answering(names),
  '**/api/admin/erased-names/1/count': answering({ records: 1204 }),
}
const countName = async (page) => {
  await fill(page, { 'Operator’s Name': 'Anna Berg' })
  await page.getByRole('button', { name: 'Count Records' }).click()
  await page.getByText('1,204 records hold this name.').waitFor()
}

export const erasureScenes = [
  {
    name: 'personal-data',
    who: 'clientadmin',
    path: '/admin/panel?view=erasure',
    wire: eraseName,
  },
  {
    name: 'personal-data-forbidden',
    who: 'clientadmin',
    path: '/admin/panel?view=erasure',
    wire: { ...eraseName, '**/api/admin/operator-rows/1': answering({ setting: 'forbidden' }) },
  },
  {
    name: 'personal-data-counted',
    who: 'clientadmin',
    path: '/admin/panel?view=erasure',
    wire: eraseName,
    act: countName,
  },
  {
    name: 'personal-data-erase',
    who: 'clientadmin',
    path: '/admin/panel?view=erasure',
    full: false,
    wire: eraseName,
    async act(page) {
      await countName(page)
      await press('Erase...')(page)
    },
  },
  {
    name: 'personal-data-empty',
    who: 'admin',
    path: '/admin/panel?view=erasure',
  },
]
