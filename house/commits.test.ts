import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Subjects of commits: at most 72 characters, so that `git log --oneline` can be read; the reason stands in the body. */

const root = join(import.meta.dirname, '..')
const longest = 72
/**
 * cc9a2c35 is the last commit with a longer subject; none before it is written anew. Its time decides, not its place, so that
 * a shallow clone, which may lack it, is looked at as far as it goes.
 */
const lastLonger = Date.parse('2026-11-29T16:25:43Z') / 1_000

/** Of lines of time (seconds since 1970), commit and subject, with tabs in between: those with a subject that is too long. */
const tooLong = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([time, , subject = '']) => Number(time) > lastLonger && [...subject].length > longest)
    .map(([, commit, subject]) => `${commit}: ${subject}`)

test('no commit has a subject of more than 72 characters', () => {
  // Merges are named by the program that makes them, with two hashes.
  const log = ['log', '--no-merges', '--format=%ct%x09%h%x09%s']
  expect(tooLong(execFileSync('git', log, { cwd: root, encoding: 'utf8' }))).toEqual([])
})

test('one that is too long would be seen, and what came before is left alone', () => {
  const [fits, long] = ['a'.repeat(longest), 'ä'.repeat(longest + 1)]
  const lines = [`${lastLonger + 1}\ta1\t${fits}`, `${lastLonger + 1}\tb2\t${long}`]
  expect(tooLong([...lines, `${lastLonger}\tc3\t${long}`].join('\n'))).toEqual([`b2: ${long}`])
})
