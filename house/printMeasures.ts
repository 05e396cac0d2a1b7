// `npm run house`: how large the product is, by the rules of house/measures.ts; `npm run house -- all` names what is too large.
import { join } from 'node:path'
import {
  filesOfOneUser,
  foldersIn,
  linesOf,
  longFunctions,
  placesOfCalls,
  productFiles,
  questionsWithSource,
} from './measures.ts'

const root = join(import.meta.dirname, '..')
const names = process.argv.includes('all')
const files = productFiles(root)
const print = (what: string, value: number, found: readonly string[] = []) => {
  console.log(`${what.padEnd(58)} ${value.toLocaleString('en').padStart(8)}`)
  if (names) for (const one of found) console.log(`    ${one}`)
}

print('lines', linesOf(files))
print('files', files.length)
for (const folder of ['telemetry/', 'telemetry/src/ledger/', 'server/', 'management/', 'web/']) {
  print(`lines of ${folder}`, linesOf(files, folder))
}
const folders = foldersIn(files, 'server/src/')
print('folders directly in server/src', folders.length, folders)
const large = files.filter(({ lines }) => lines > 400)
print(
  'files over 400 lines',
  large.length,
  large.map(({ path, lines }) => `${path} (${lines})`),
)
const long = files.flatMap((file) => longFunctions(file, 120))
const isComponent = (one: string) => /\.tsx:/.test(one)
const plain = long.filter((one) => !isComponent(one))
print('functions over 120 lines', plain.length, plain)
const components = long.filter(isComponent)
print('  of screens (.tsx)', components.length, components)
const single = filesOfOneUser(root, files)
const shown = ({ path, lines }: (typeof single)[number]) => `${path} (${lines})`
const small = single.filter(({ lines }) => lines < 40)
print('files with one user and no test, under 40 lines', small.length, small.map(shown))
const others = single.filter(({ lines }) => lines >= 40)
print('  of 40 lines and more', others.length, others.map(shown))
const questions = questionsWithSource(files)
print('questions that know a source', questions.length, questions)
const places = [...placesOfCalls(root)].sort(([, a], [, b]) => b - a)
const many = places.filter(([, count]) => count > 4)
print('places that name a call, at most', places[0]?.[1] ?? 0)
print(
  '  calls that are named in more than 4',
  many.length,
  many.map(([name, count]) => `${name} (${count})`),
)
