import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { draw, foldersOf, pictureFile, pictures } from './architecture.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

test.each(pictures)('the picture of %s is what `npm run architecture` draws', (picture) => {
  expect(readFileSync(pictureFile(root, picture), 'utf8')).toBe(draw(root, picture))
})

test.each(['server', 'web'])(
  'every folder of %s has its line, and no other line is there',
  (room) => {
    const [, section = ''] = page.split(`## ${room}\n`)
    const lines = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)\/` \| \S.* \|$/gm)]
    const folders = foldersOf(root, room)
    expect(folders.length).toBeGreaterThan(10)
    expect(lines.map(([, name]) => name).sort()).toEqual(folders)
  },
)
