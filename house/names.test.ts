import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from './sources.ts'

/** One way to write what the formatter leaves open (CONTRIBUTING). */

const root = join(import.meta.dirname, '..')
const sources = filesBelow(root).filter((path) => /\.tsx?$/.test(path))

test('a private member has a #, which holds at run time too', () => {
  const marked = /^\s+(private|protected) (?!constructor\()/m
  const found = sources.filter((path) => marked.test(readFileSync(join(root, path), 'utf8')))
  expect(sources.length).toBeGreaterThan(1_000)
  expect(found).toEqual([])
})

test('only a file of a component begins with a capital', () => {
  const found = sources.filter(
    (path) => /^[A-Z]/.test(basename(path)) && !/\.(tsx|css)$/.test(path),
  )
  expect(found).toEqual([])
})
