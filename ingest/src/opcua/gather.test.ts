import { setTimeout as sleep } from 'node:timers/promises'
import { coerceNodeId, DataType, DataValue, Variant } from 'node-opcua-client'
import { expect, test } from 'vitest'
import { gather } from './gather.ts'

const state = coerceNodeId('ns=1;i=1')
const speed = coerceNodeId('ns=1;i=2')
const said = (value: number) =>
  new DataValue({ value: new Variant({ dataType: DataType.Double, value }) })

function collected(patienceMs?: number) {
  const read: string[] = []
  let clock = 0
  const gathered = gather(
    (given, isFirst, receivedAt) =>
      read.push(
        `${receivedAt} ${isFirst ? 'first' : 'changed'}: ${given.map(([node, { value }]) => `${node.value}=${value.value}`).join(' ')}`,
      ),
    () => ++clock,
    patienceMs,
  )
  return { read, gathered }
}
const turn = () => sleep(5)

test('first values that come in two messages are one moment, and a change between them follows it', async () => {
  const { read, gathered } = collected()
  gathered.take(state, said(10))
  gathered.begin(2)
  await turn()
  expect(read).toEqual([])
  gathered.take(state, said(11))
  await turn()
  gathered.take(speed, said(0))
  await turn()
  expect(read).toEqual(['1 first: 1=10 2=0', '1 changed: 1=11'])
})

test('a variable that never has a value holds the others up for so long only, and is a first value when it comes', async () => {
  const { read, gathered } = collected(20)
  gathered.begin(2)
  gathered.take(state, said(10))
  await expect.poll(() => read).toEqual(['1 first: 1=10'])
  gathered.take(speed, said(3))
  gathered.take(state, said(11))
  await turn()
  expect(read).toEqual(['1 first: 1=10', '2 first: 2=3', '2 changed: 1=11'])
})

test('nothing is read before everything is subscribed to, nor after the end', async () => {
  const { read, gathered } = collected(20)
  gathered.take(state, said(10))
  gathered.take(speed, said(0))
  await turn()
  expect(read).toEqual([])
  const ended = collected(20)
  ended.gathered.begin(2)
  ended.gathered.take(state, said(10))
  ended.gathered.stop()
  await sleep(40)
  expect(ended.read).toEqual([])
})
