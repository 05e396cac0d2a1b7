// `node scripts/mutateRights.mjs [quick|policies|store|routes] [words]`: removes every check of the rights, one at a
// time, and runs the tests that must fail then. Prints a table "mutation → red test"; ends with 1 when one survives. It
// works on copies of the tree in temporary directories, which are deleted at the end; the tree itself is never written
// to. Two processes share the mutations, each with a copy and engines of its own.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'
import {
  policyMutations,
  quickMutations,
  routeMutations,
  storeMutations,
} from './rightsMutations.mjs'
import { root, run, runtime } from './steps.mjs'

/** What a test proves only on some days must not decide whether a mutation is seen. */
process.env.PACKBOARD_TEST_DEPTH ||= 'deep'

/** A run that takes longer is ended and counts as red: a removed check may also leave a request waiting. */
const longestMs = 10 * 60_000
const templatesKey = 'PACKBOARD_TEST_TEMPLATES'
const groups = ['quick', 'policies', 'store', 'routes']
const partWord = /^part=(\d+)\/(\d+)$/
const words = process.argv.slice(2).filter((word) => !partWord.test(word))
const [part, parts] = process.argv
  .flatMap((word) => partWord.exec(word)?.slice(1).map(Number) ?? [])
  .slice(0, 2)
const chosen = words.filter((word) => groups.includes(word))
/** Any other word narrows it to the files and mutations that have one of them in their name. */
const named = words.filter((word) => !groups.includes(word))
const wanted = (name) => chosen.length === 0 || chosen.includes(name)
const isNamed = ({ file, what }) =>
  named.length === 0 || named.some((word) => `${file}: ${what}`.includes(word))

if (part === undefined || parts === undefined) process.exit(await runParts(2))

const copy = copyTree()
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const policies = policyMutations(copy)
if (policies.length === 0) throw new Error('No route declares a policy that could be opened.')
const mutations = [
  ...(wanted('quick') ? quickMutations : []),
  ...(wanted('policies') ? policies : []),
  ...(wanted('store') ? storeMutations : []),
  ...(wanted('routes') ? routeMutations : []),
]
  .filter(isNamed)
  .filter((_, index) => index % parts === part - 1)
// A list that no longer matches the code must fail now, not after an hour.
for (const mutation of mutations) mutated(mutation)

process.chdir(copy)
const vitest = await createVitest(
  'test',
  {
    root: copy,
    watch: false,
    maxWorkers: 1,
    reporters: [{}],
    project: ['rooms', 'rooms without engines'],
    passWithNoTests: false,
  },
  { cacheDir: join(copy, '.vite') },
)
let survived = 0
const green = new Set()
for (const [index, mutation] of mutations.entries()) {
  const path = join(copy, mutation.file)
  const original = readFileSync(path, 'utf8')
  // A test that is red without a mutation would fail for every mutation.
  const key = `${mutation.test} ${mutation.only ?? ''}`
  if (!green.has(key)) {
    const red = await firstRed(mutation, path)
    if (red !== undefined) throw new Error(`${mutation.test} is red without any mutation: ${red}`)
    green.add(key)
  }
  writeFileSync(path, mutated(mutation))
  const red = await withOwnSchema(mutation, () => firstRed(mutation, path))
  writeFileSync(path, original)
  vitest.invalidateFile(path)
  if (red === undefined) survived += 1
  console.log(
    `${part}: ${index + 1}/${mutations.length} ${red === undefined ? 'SURVIVED' : 'red'} | ${mutation.file}: ${mutation.what} | ${red ?? mutation.test}`,
  )
}
await vitest.close()
console.log(`\npart ${part} of ${parts}: ${mutations.length} mutations, ${survived} survived`)
process.exit(survived === 0 ? 0 : 1)

/** Runs so many parts side by side; 0 when none of them has a survivor. */
async function runParts(count) {
  const codes = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      run(runtime(), [
        fileURLToPath(import.meta.url),
        ...process.argv.slice(2),
        `part=${index + 1}/${count}`,
      ]),
    ),
  )
  return codes.every((code) => code === 0) ? 0 : 1
}

/**
 * The databases of a run are copies of templates with the schema from before the mutation. A mutation of the schema is
 * seen only where each test makes its own.
 */
async function withOwnSchema({ file }, work) {
  const templates = process.env[templatesKey]
  if (!file.startsWith('management/src/migrations/') || templates === undefined) return work()
  delete process.env[templatesKey]
  try {
    return await work()
  } finally {
    process.env[templatesKey] = templates
  }
}

/** The first test that fails; undefined when none does. */
async function firstRed({ test, only }, path) {
  vitest.invalidateFile(path)
  if (only === undefined) vitest.resetGlobalTestNamePattern()
  else vitest.setGlobalTestNamePattern(new RegExp(only.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  const files = await vitest.globTestSpecifications([test])
  if (files.length === 0) throw new Error(`There is no ${test}.`)
  const late = setTimeout(() => void vitest.cancelCurrentRun('keyboard-input'), longestMs)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files)
  clearTimeout(late)
  for (const module of testModules) {
    // Earlier runs are remembered, too.
    if (!files.some(({ moduleId }) => moduleId === module.moduleId)) continue
    for (const failed of module.children.allTests('failed')) return failed.fullName
    if (module.errors().length > 0) return `${test} does not open`
  }
  return unhandledErrors.length > 0 ? `${test} ends with an error` : undefined
}

/** The file without its check. */
function mutated({ file, what, changes }) {
  let text = readFileSync(join(copy, file), 'utf8')
  for (const change of changes) {
    const parts = text.split(change.from)
    const found = parts.length - 1
    if (found === 0 || (found > 1 && change.nth === undefined)) {
      throw new Error(
        `${file}: "${what}" is there ${found} times; mend scripts/rightsMutations.txt.`,
      )
    }
    const at = change.nth ?? 1
    text = parts.slice(0, at).join(change.from) + change.to + parts.slice(at).join(change.from)
  }
  return text
}

/** The tree with its packages, in which the rooms are those of the copy. */
function copyTree() {
  const copy = mkdtempSync(join(tmpdir(), 'packboard-mutants-'))
  const left = new Set(['node_modules', '.git', 'data', 'dist', 'test-results'])
  cpSync(root, copy, {
    recursive: true,
    filter: (path) =>
      !relative(root, path)
        .split('/')
        .some((step) => left.has(step)),
  })
  const packages = join(root, 'node_modules')
  mkdirSync(join(copy, 'node_modules/@packboard'), { recursive: true })
  for (const name of readdirSync(packages)) {
    if (name !== '@packboard' && !name.startsWith('.vi')) {
      symlinkSync(join(packages, name), join(copy, 'node_modules', name))
    }
  }
  for (const room of readdirSync(join(packages, '@packboard'))) {
    symlinkSync(join(copy, room), join(copy, 'node_modules/@packboard', room))
  }
  return copy
}
