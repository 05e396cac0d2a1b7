// `npm run spoken`: writes what a screen reader reads on every screen and in every open modal into docs/spoken, a text
// per scene: landmarks, headings with their level, names, values and states, and below what the page said by itself.
// `-- overview login` writes some; PACKBOARD_URL and WIDTHS as for the pictures.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/steps.mjs'
import { listenInPage } from './listenInPage.mjs'
import { openScenes, widthsOr } from './openScene.mjs'
import { linesOf } from './readAloud.mjs'

const folder = join(root, 'docs', 'spoken')
/** So long a page is listened to: three pushes and a refresh of the overview. */
const listenMs = 35_000
const listened = ['overview', 'wall', 'kiosk', 'production', 'day-summary', 'overview-stale']

mkdirSync(folder, { recursive: true })
const widths = widthsOr([1440])
await openScenes({
  // What is there on a phone alone is read there.
  widthsOf: ({ only, paper }) =>
    paper ? [] : widths.some((width) => !only || only.includes(width)) ? widths : only.slice(0, 1),
  before: (page) => page.addInitScript(listenInPage),
  look: write,
})

async function write(page, { name }, width) {
  await page.waitForTimeout(listened.includes(name) ? listenMs : 700)
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const said = await page.evaluate(() => window.packboardSaid)
  const text = [
    ...linesOf(nodes),
    '',
    'Said by itself:',
    ...(said.length > 0 ? said : ['nothing']),
    '',
  ]
  const file = `${name}${width === 1440 ? '' : `-${width}`}.txt`
  writeFileSync(join(folder, file), text.join('\n'))
}
