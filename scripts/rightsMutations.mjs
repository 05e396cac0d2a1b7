// Every single check of the rights, with the changes that remove it and the tests that must fail then: the table
// rightsMutations.txt, and the policies that the routes declare. `from` of a change must be in the file exactly once, or
// `nth` says which one is meant (counted from 1).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const guard = 'server/src/access/guard.test.ts'
const table = readTable(readFileSync(new URL('rightsMutations.txt', import.meta.url), 'utf8'))

/** Checks that need no engine to be tested. */
export const quickMutations = table.quick
/** Checks inside the queries to the management store. */
export const storeMutations = table.store
/** Checks at the routes, which need the whole server. */
export const routeMutations = table.routes

/** The mutations of each part of the table; its first lines say how it is written. */
function readTable(text) {
  const parts = { quick: [], store: [], routes: [] }
  let part = ''
  let place = {}
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, sign, nth, rest] = /^(\[|= |\? |-(\d*) |\+ )(.*)$/.exec(line) ?? []
    const mutation = parts[part]?.at(-1)
    if (sign === undefined) parts[part].push({ ...place, what: line, changes: [] })
    else if (sign === '[') part = rest.slice(0, -1)
    else if (sign === '= ') {
      const [file, test] = rest.split(' | ')
      place = { file, test }
    } else if (sign === '? ') mutation.only = rest
    else if (sign === '+ ') mutation.changes.at(-1).to = JSON.parse(rest)
    else {
      const from = JSON.parse(rest)
      if (mutation.what === 'without') mutation.what = `without ${from}`
      mutation.changes.push({ from, to: '', nth: nth ? Number(nth) : undefined })
    }
  }
  return parts
}

/** Every call that a route declares, opened for everybody or everybody who is signed in, one after the other. */
export function policyMutations(root) {
  const sources = readdirSync(join(root, 'server/src'), { recursive: true }).filter((path) =>
    /(?<!\.test)\.ts$/.test(path),
  )
  return sources.flatMap((path) => {
    const file = `server/src/${path}`
    const text = readFileSync(join(root, file), 'utf8')
    // A tag begins with a capital, the name of a caller does not.
    const declared =
      /\b(?:route|declare)\(\s*(\w+),(?:\s*(?:tag|'[^']*'),(?=\s*['{]))?\s*(?:\{ caller: )?'([a-z]\w*)'/g
    const reads =
      /\b(?:route|declare)\(\s*(\w+),(?:\s*(?:tag|'[^']*'),)?\s*(?:\{ \.\.\.)?readBy\([^)]*\)/g
    const opened = [...text.matchAll(reads)].map(([from, call]) => {
      const changes = [{ from, to: from.replace(/readBy\([^)]*\)/, "{ caller: 'everybody' }") }]
      return { file, test: guard, what: `${call} is not for readDashboards alone`, changes }
    })
    const others = [...text.matchAll(declared)]
      .filter(([, , caller]) => caller !== 'everybody' && caller !== 'signOut')
      .map(([from, call, caller]) => {
        const other = caller === 'readDashboards' ? "'everybody'" : "'signOut'"
        const changes = [{ from, to: from.replace(`'${caller}'`, other) }]
        return { file, test: guard, what: `${call} is not for ${caller} alone`, changes }
      })
    return [...opened, ...others]
  })
}
