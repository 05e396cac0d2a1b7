// `npm test`: every kind of test, from a fresh clone. The last line shows the totals.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  buildScreens,
  checkNode,
  findChromium,
  installPackages,
  root,
  run,
  runtime,
  say,
} from './steps.mjs'

checkNode()
installPackages()
const chromium = findChromium()
const reports = mkdtempSync(join(tmpdir(), 'packboard-test-'))
let passed = 0
let failed = 0

say('types, formatting and lint ...')
count('npm run check', (await run('npm', ['run', '--silent', 'check'])) === 0)

say('tests of the rooms, on the real engines ...')
const unit = join(reports, 'unit.json')
const unitCode = await run(runtime(), [
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unit}`,
])
const rooms = read(unit)
passed += rooms?.numPassedTests ?? 0
failed += rooms?.numFailedTests ?? 0
if (!rooms || (unitCode !== 0 && rooms.numFailedTests === 0)) count('vitest', false)

buildScreens()
say('journeys in Chromium, against the running demo ...')
const journey = join(reports, 'journeys.json')
const journeyCode = await run(
  runtime(),
  [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'],
  {
    cwd: join(root, 'e2e'),
    env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: journey },
  },
)
const journeys = read(journey)?.stats
passed += journeys?.expected ?? 0
failed += (journeys?.unexpected ?? 0) + (journeys?.flaky ?? 0)
if (!journeys || (journeyCode !== 0 && journeys.unexpected === 0)) count('playwright', false)

rmSync(reports, { recursive: true, force: true })
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function count(name, good) {
  if (good) passed += 1
  else {
    failed += 1
    say(`${name} failed`)
  }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
