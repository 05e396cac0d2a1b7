// What scenes do before the picture is taken, and the answers that stand in place of the server's.

export const never = () => new Promise(() => {})
export const failing = (route) =>
  route.fulfill({
    status: 500,
    json: { code: 'server.failed', message: 'Something went wrong.', requestId: 'r' },
  })
export const answering = (json) => (route) => route.fulfill({ json })
/** The picture shows what is said about a change; nothing is changed. */
export const insteadOf = (method, answer) => (route) =>
  route.request().method() === method ? answer(route) : route.fallback()
export const press = (name) => (page) => page.getByRole('button', { name }).first().click()
export const inDialog = (page, name) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
export const edit =
  (title, what = /^Edit (?!line )/) =>
  async (page) => {
    await page
      .getByRole('region', { name: title, exact: true })
      .getByRole('button', { name: what })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
  }
export const fill = async (page, fields) => {
  for (const [label, text] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
}
/** A language other than English, as a user chose it in this browser. */
export const inGerman = { stored: { 'packboard.language': 'de' } }
/** The server's answer, with a change. */
export const changed = (change) => async (route) => {
  const response = await route.fetch()
  await route.fulfill({ response, json: change(await response.json()) })
}
/** Records of this month and of the one before are lost. */
const months = [0, 31].map((days) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 7),
)
export const incomplete = {
  '**/api/admin/incomplete-months/*': answering({ months: [...new Set(months)].reverse() }),
}

/** Half of the machines are silent in closed time, and one more is silent although its line produces. */
export const notScheduled = {
  '**/machines-live**': (route) => route.abort(),
  '**/api/admin/machinesData': changed(({ dataArray, ...more }) => ({
    ...more,
    dataArray: dataArray.map((card, index) => {
      const closed = [
        {
          from: new Date(Date.now() - 8 * 3_600_000).toISOString(),
          to: new Date(Date.now() + 24 * 3_600_000).toISOString(),
        },
      ]
      if (index > dataArray.length / 2) return card
      return { ...card, Status: 'OFFLINE', ...(index > 0 && { closed }) }
    }),
  })),
}
