// `npm test`: every kind of test, from a fresh clone, each step counted; the last line shows the totals. `npm run test:deep`: what it takes
// a part of, whole, and the tests that it leaves out; for the nights. `npm run test:cluster`: every case of the oracle on a cluster of two
// processes of each role, and 20 kills of real ones while machines send. `npm run test:proxies`: the configurations of deploy/nginx and
// deploy/caddy in real proxies before a real Packboard; one that is not installed is skipped (Debian: apt-get install nginx-light caddy).
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { checkNode, findChromium, installPackages, root, run, runtime, say } from './steps.mjs'

const slowestShown = 10
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

const suites = {
  daily: () => runSuite({ depth: 'daily', repeat: 'npm test' }),
  deep: () =>
    runSuite({
      depth: 'deep',
      repeat: 'npm run test:deep',
      more: ['test:rights', 'test:database', 'test:cluster', 'test:proxies'],
    }),
  cluster: () =>
    runFiles(['oracle/src/differential.test.ts', 'server/src/cluster'], {
      PACKBOARD_TEST_DEPTH: 'deep',
      PACKBOARD_TEST_CLUSTER: 'on',
    }),
  signin: () =>
    runFiles(['server/src/companySignIn', 'management/src/companySignIn'], {
      PACKBOARD_TEST_DEPTH: 'deep',
    }),
  proxies: () => runFiles(['server/src/http/proxies.test.ts'], { PACKBOARD_TEST_PROXIES: 'on' }),
}

/**
 * Runs the suite and ends the process: 0 when nothing failed. `depth`: `daily` runs a part of the slow tests, another
 * one each day, `deep` runs all of them. `more`: scripts that are run after it, each counted as one test.
 */
async function runSuite({ depth, repeat, more = [] }) {
  const begin = performance.now()
  checkNode()
  const [chromium] = await Promise.all([findChromium(), installPackages()])
  const seed = process.env.PACKBOARD_TEST_SEED || String(Math.floor(Date.now() / 86_400_000))
  const reports = mkdtempSync(join(tmpdir(), 'packboard-test-'))
  const env = {
    ...process.env,
    PACKBOARD_TEST_DEPTH: depth,
    PACKBOARD_TEST_SEED: seed,
    // The many processes of the tests load the same files: a command then costs 2.0 s of processor time instead of 2.8 s.
    NODE_COMPILE_CACHE: join(reports, 'compiled'),
  }
  const report = (name) => join(reports, `${name}.json`)
  const counted = { passed: 0, failed: 0 }
  const failedSteps = []
  say(`depth ${depth}, seed ${seed}; to repeat it: PACKBOARD_TEST_SEED=${seed} ${repeat}`)

  say('types, formatting and lint ...')
  count('npm run check', (await run('npm', ['run', '--silent', 'check'])) === 0)

  say('tests of the rooms, on the real engines; beside them the screens are built ...')
  const [unitCode, buildCode] = await Promise.all([
    run(
      runtime(),
      [
        vitest,
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report('rooms')}`,
        `--reporter=${join(root, 'scripts/fileTimes.mjs')}`,
      ],
      { env: { ...env, PACKBOARD_TEST_TIMES: report('times') } },
    ),
    run(runtime(), [join(root, 'scripts/buildScreens.mjs')]),
  ])
  const rooms = read(report('rooms'))
  add(rooms?.numPassedTests, rooms?.numFailedTests)
  // A file that does not open and an error beside the tests fail no test.
  if (!rooms || (unitCode !== 0 && rooms.numFailedTests === 0)) count('vitest', false)
  if (buildCode !== 0) count('the build of the screens', false)

  say('journeys in Chromium, against the running demo ...')
  const journeyCode = await run(
    runtime(),
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'],
    {
      cwd: join(root, 'e2e'),
      env: { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report('journeys') },
    },
  )
  const journeys = read(report('journeys'))
  const { expected, unexpected = 0, flaky = 0 } = journeys?.stats ?? {}
  add(expected, unexpected + flaky)
  if (!journeys || (journeyCode !== 0 && unexpected === 0)) count('playwright', false)

  for (const script of more) {
    say(`npm run ${script} ...`)
    count(script, (await run('npm', ['run', '--silent', script], { env })) === 0)
  }

  const files = [...(read(report('times')) ?? []), ...journeyTimes(journeys?.suites ?? [])]
  rmSync(reports, { recursive: true, force: true })
  console.log(`\nThe ${slowestShown} slowest files:`)
  for (const { file, ms } of files.sort((a, b) => b.ms - a.ms).slice(0, slowestShown)) {
    console.log(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${relative(root, file)}`)
  }
  printFailed(
    [
      ...failedInRooms(rooms),
      ...failedJourneys(journeys?.suites),
      ...failedSteps.map((name) => ({ file: name, name: '', message: '' })),
    ],
    (file) => (file.startsWith(root) ? relative(root, file) : file),
  )
  const seconds = Math.round((performance.now() - begin) / 1_000)
  console.log(
    `\n${Math.floor(seconds / 60)} min ${seconds % 60} s in all, depth ${depth}, seed ${seed}`,
  )
  console.log(`${counted.passed} passed, ${counted.failed} failed`)
  process.exit(counted.failed === 0 ? 0 : 1)

  function add(passed = 0, failed = 0) {
    counted.passed += passed
    counted.failed += failed
  }

  function count(name, good) {
    add(good ? 1 : 0, good ? 0 : 1)
    if (good) return
    failedSteps.push(name)
    say(`${name} failed`)
  }
}

async function runFiles(files, env) {
  process.exit(await run(runtime(), [vitest, 'run', ...files], { env: { ...process.env, ...env } }))
}

/** The duration of the journeys of each file; Playwright reports it for each test, at any depth. */
function journeyTimes(suites) {
  const msOf = ({ specs = [], suites: inner = [] }) =>
    specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((ms, { duration }) => ms + duration, 0) +
    inner.reduce((ms, suite) => ms + msOf(suite), 0)
  return suites.map((suite) => ({ file: join(root, 'e2e', suite.file), ms: msOf(suite) }))
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

// The tests that failed, from the reports of vitest and Playwright: shown again at the end, where a long run is read first.

/** Lines of a message that are shown; the whole of it stands where the test ran. */
const linesShown = 12

/** Of vitest's JSON report. */
function failedInRooms(report) {
  return (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && message) return [{ file: name, name: '', message }]
    return failed.map(({ fullName, failureMessages }) => {
      return { file: name, name: fullName, message: failureMessages.join('\n') }
    })
  })
}

/** Of Playwright's JSON report; a journey that passed when it was repeated is one of them. */
function failedJourneys(suites = [], above = []) {
  return suites.flatMap(({ title, file, specs = [], suites: inner = [] }) => {
    const path = [...above, title]
    const failed = specs.flatMap(({ title: name, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => {
          const message = results.flatMap(({ errors = [] }) => errors.map((error) => error.message))
          return {
            file: `e2e/${file}`,
            name: [...path.slice(1), name].join(' › '),
            message: message.join('\n'),
          }
        }),
    )
    return [...failed, ...failedJourneys(inner, path)]
  })
}

function printFailed(failures, relative) {
  if (failures.length === 0) return
  console.log('\nWhat failed:')
  for (const { file, name, message } of failures) {
    console.log(`  ${relative(file)}  ${name}`)
    for (const line of message.split('\n').slice(0, linesShown)) console.log(`    ${line}`)
  }
}

await suites[process.argv[2] ?? 'daily']()
