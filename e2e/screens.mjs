// `npm run screens`: takes a picture of every screen and state into docs/screens, and those of README and manual into
// docs/manual/pictures, so that they are never older than the code. `-- overview login` takes some; PACKBOARD_URL names a
// demo that runs already; WIDTHS=390,1440 takes some widths; FOLDER=… takes them there, and leaves the manual as it is;
// SCHEME=light takes the light ones.
import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from '../scripts/steps.mjs'
import { openScenes, widthsOr } from './openScene.mjs'

const elsewhere = process.env.FOLDER
const folder = elsewhere ?? join(root, 'docs', 'screens')
const manual = join(root, 'docs', 'manual', 'pictures')
/** A4 landscape between margins of 10 mm, in CSS px. */
const paper = { width: 1047, height: 718 }

for (const each of [folder, manual]) mkdirSync(each, { recursive: true })
const widths = widthsOr([390, 820, 1440, 1920])
await openScenes({
  widthsOf: ({ only }) => (only ? widths.filter((width) => only.includes(width)) : widths),
  look: picture,
})
const sum = readdirSync(folder).reduce((all, file) => all + statSync(join(folder, file)).size, 0)
console.log(`packboard: ${readdirSync(folder).length} pictures, ${(sum / 1e6).toFixed(1)} MB`)

async function picture(page, scene, width) {
  // The particles lie elsewhere each time.
  await page.addStyleTag({ content: '#particles { visibility: hidden }' })
  if (scene.paper) {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize(paper)
  }
  await page.waitForTimeout(scene.after ?? 700)
  const shot = await page.screenshot({ fullPage: scene.full !== false })
  await keep(shot, scene, width)
}

/** WebP at this quality shows 12 px text without a blur at a fifth of the size of a PNG. */
async function keep(shot, { name, manual: shown = [] }, width) {
  const file = `${name}-${width}.webp`
  await sharp(shot).webp({ quality: 82, effort: 5 }).toFile(join(folder, file))
  if (!elsewhere && shown.includes(width)) copyFileSync(join(folder, file), join(manual, file))
}
