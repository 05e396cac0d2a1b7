import { expect, test } from 'vitest'
import { mostFlowLines, readFlowCsv } from './readFlowCsv.ts'

const head = 'Line;ValidFrom;Station;Machine;Needs;Buffer;Key'
const read = (...lines: string[]) =>
  readFlowCsv([head, ...lines].join('\n'), ['Line 1', 'Hall 2/A'])

test('machines of one station are lines, stations are in the order of their numbers', async () => {
  const { flows, refused } = await read(
    ...['line 1;;20;B;1;30;yes', 'Line 1;;20;C;;;', 'Line 1;;3;A;;;no'],
    'Hall 2/A;2026-11-20 06:00;1;D;;;',
  )
  expect(refused).toEqual([])
  expect(flows).toEqual([
    {
      ...{ lineName: 'Line 1', validFrom: null },
      stations: [
        { machines: ['A'], needs: 1, bufferSeconds: 0, key: false },
        { machines: ['B', 'C'], needs: 1, bufferSeconds: 30, key: true },
      ],
    },
    {
      ...{ lineName: 'Hall 2/A', validFrom: '2026-11-20 06:00' },
      stations: [{ machines: ['D'], needs: 1, bufferSeconds: 0, key: false }],
    },
  ])
})

test.each([
  ['Line 9;;1;A;;;', 2, 'noLine'],
  ['Line 1;2026-02-30 06:00;1;A;;;', 2, 'noTime'],
  ['Line 1;;first;A;;;', 2, 'noNumber'],
  ['Line 1;;1;A;;-1;', 2, 'noNumber'],
  ['Line 1;;1;A;;;maybe', 2, 'noKey'],
  ['Line 1;;1;A', 2, 'cells'],
  ['Line 1;;1;A;;10;\nLine 1;;1;B;;20;', 3, 'differs'],
  ['Line 1;;1;A;;;\nLine 1;;2;A;;;', 3, 'refused'],
  ['Line 1;;1;A;2;;', 2, 'refused'],
])('%s is refused in line %i: %s', async (lines, line, code) => {
  const { flows, refused } = await read(...lines.split('\n'))
  expect(flows).toEqual([])
  expect(refused).toMatchObject([{ line, code }])
})

test('a file without a head, with a field that is none, or with too many lines', async () => {
  const codeOf = async (text: string) =>
    (await readFlowCsv(text, [])).refused.map(({ code }) => code)
  expect(await codeOf('')).toEqual(['noHead'])
  expect(await codeOf('Line,Machine')).toEqual(['noField'])
  expect(await codeOf('Line,Station,Machine,Speed')).toEqual(['unknownField'])
  expect(await codeOf('Line,Line')).toEqual(['fieldTwice'])
  const many = Array.from({ length: mostFlowLines + 1 }, () => 'Line 1;;1;A;;;')
  expect((await read(...many)).refused).toMatchObject([{ code: 'tooMany' }])
})
