import { expect, test } from 'vitest'
import { figureGroups, figureHelp } from './figureHelp.ts'

test('every figure that is explained on a label is listed in the help, once', () => {
  const listed = figureGroups.flatMap(({ figures }) => figures)
  expect([...listed].sort()).toEqual(Object.keys(figureHelp).sort())
})

test('no two figures have one name or one definition', () => {
  const all = Object.values(figureHelp)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length)
})
