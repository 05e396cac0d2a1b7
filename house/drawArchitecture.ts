// `npm run architecture`: draws the pictures of docs/architecture.md anew from the sources.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { draw, pictureFile, pictures } from './architecture.ts'

const root = join(import.meta.dirname, '..')
for (const picture of pictures) {
  const file = pictureFile(root, picture)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, draw(root, picture))
}
