import { setLineFlow } from '@packboard/contract'
import { findFlowFault } from '@packboard/model'
import { expect, test } from 'vitest'
import { flowInRow } from './line.ts'

test('the flow of the measured line can be set', () => {
  const { lines } = setLineFlow.body.parse({ lines: [flowInRow(['FM-100', 'FM-101', 'FM-102'])] })
  expect(findFlowFault(lines)).toBe(null)
  expect(lines[0]?.stations.map(({ key }) => key)).toEqual([false, true, false])
})
