import { expect, type Locator, type Page } from '@playwright/test'

/** The management panel as a person handles it. */

/** A table of the panel with everything around it. */
export const section = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true })

/** The rows of a table that hold a text; the search brings them onto its first page. */
export async function findRow(page: Page, title: string, text: string) {
  const table = section(page, title)
  // A page that is not there yet says Loading... nowhere.
  await expect(table).toBeVisible()
  await expect(table.getByText('Loading...')).toHaveCount(0)
  const search = table.getByRole('searchbox')
  if ((await search.count()) > 0) await search.fill(text)
  return table.getByRole('row').filter({ hasText: text })
}

export const dialog = (page: Page) => page.getByRole('dialog')

/** Presses a button that opens a form, and waits for it. */
export async function openForm(page: Page, button: string, title: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
}

export const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })

export async function fill(page: Page, values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

export const select = (page: Page, label: string) =>
  dialog(page).getByRole('combobox', { name: label, exact: true })

export async function choose(page: Page, label: string, option: string) {
  await select(page, label).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Opens a list. One that opens while the page still takes its shape is closed by it, and is opened again. */
export async function openList(page: Page, list: Locator, option: string) {
  const wanted = page.getByRole('option', { name: option })
  await expect(async () => {
    if (!(await wanted.isVisible())) await list.click()
    await expect(wanted).toBeVisible({ timeout: 3_000 })
  }).toPass()
}

/** What a select offers. */
export async function offered(page: Page, label: string): Promise<string[]> {
  await select(page, label).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  const options = await page.getByRole('option').allInnerTexts()
  await select(page, label).press('Escape')
  return options
}

export const press = (page: Page, button: string) =>
  dialog(page).getByRole('button', { name: button, exact: true }).click()

/** Sends a form that says why it cannot be sent. */
export async function refused(page: Page, button: string, text: string) {
  await press(page, button)
  await expect(dialog(page).getByRole('alert').first()).toHaveText(text)
}

/** The form or question went well: the toast says so, and it closes. */
export async function done(page: Page, button: string, text: string) {
  await press(page, button)
  await says(page, text)
  await expect(dialog(page)).toHaveCount(0)
}

export const says = (page: Page, text: string) =>
  expect(
    page.getByLabel('Messages', { exact: true }).getByText(text, { exact: true }).last(),
  ).toBeVisible()

/** Starts to delete a row, cancels, and then deletes it. */
export async function remove(page: Page, noun: string, name: string, text: string) {
  await openForm(page, `Delete ${name}`, `Delete ${noun}`)
  await press(page, 'Cancel')
  await expect(dialog(page)).toHaveCount(0)
  await openForm(page, `Delete ${name}`, `Delete ${noun}`)
  await expect(dialog(page)).toContainText(name)
  await done(page, 'Confirm', text)
}

/** Brings a deleted row back from Recently Deleted, and returns to the tables. */
export async function restore(page: Page, name: string) {
  await page.getByRole('link', { name: 'Recently Deleted' }).click()
  await findRow(page, 'Recently Deleted', name)
  await page
    .getByRole('button', { name: `Restore ${name}`, exact: true })
    .first()
    .click()
  await says(page, 'Success!')
  await page.getByRole('link', { name: /^Distributors/ }).click()
}

/** What cannot be changed here is shown with a lock. */
export async function isLocked(page: Page, ...labels: string[]) {
  for (const label of labels) await expect(field(page, label)).toHaveJSProperty('readOnly', true)
}
