import { expect, test } from 'vitest'
import { edgeFloor } from '../../../testing/edgeFloor.ts'
import { UnassignedDevices } from './unassigned.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const born = (address: string) => {
  const [group, node, device] = address.split('/')
  return device === undefined
    ? `spBv1.0/${group}/NBIRTH/${node}`
    : `spBv1.0/${group}/DBIRTH/${node}/${device}`
}

/** Other/Node is of client 9, Greenville/CNC of clients 7 and 9, Plant/Edge of client 7. */
function open() {
  const { directory } = edgeFloor('externalBroker')
  const seen = new UnassignedDevices(directory)
  let at = noon
  const bear = (...addresses: string[]) => {
    for (const address of addresses) {
      at += 1_000
      seen.sawBirth(born(address), at)
    }
  }
  const names = (clientId: number, others: boolean) =>
    seen.of(clientId, { others }).map(({ address }) => address)
  return { seen, bear, names }
}

test('a client reads devices of its own edge nodes, who manages all clients also those that may be of it', () => {
  const { seen, bear, names } = open()
  bear('Other/Node', 'Other/Node/Dev', 'Other/Node/New', 'Greenville/CNC/Line 5', 'Strange/Box/A')
  expect(names(9, false)).toEqual(['Other/Node/New'])
  expect(names(7, false)).toEqual([])
  expect(names(9, true)).toEqual(['Strange/Box/A', 'Greenville/CNC/Line 5', 'Other/Node/New'])
  expect(names(7, true)).toEqual(['Strange/Box/A', 'Greenville/CNC/Line 5'])
  expect(seen.of(9, { others: true }).map(({ isOwn }) => isOwn)).toEqual([false, false, true])
})

test('an edge node is listed by itself while no device of it was seen', () => {
  const { bear, names } = open()
  bear('Alone/Box', 'Strange/Gate')
  expect(names(7, true)).toEqual(['Strange/Gate', 'Alone/Box'])
  bear('Strange/Gate/A')
  expect(names(7, true)).toEqual(['Strange/Gate/A', 'Alone/Box'])
})

test('a name of an unknown edge node has a bound, and a flood of them moves no device of a known one out', () => {
  const { bear, names } = open()
  bear('Other/Node/New')
  for (let no = 0; no < 1_000; no += 1) bear(`Flood/Box ${no}`)
  const found = names(9, true)
  expect(found).toHaveLength(201)
  expect([found[0], found[199], found[200]]).toEqual([
    'Flood/Box 999',
    'Flood/Box 800',
    'Other/Node/New',
  ])
})

test('what cannot be the address of a connection, and what is no birth, is not remembered', () => {
  const { seen, bear, names } = open()
  bear(`Long/${'x'.repeat(196)}`, 'Odd/\u0007Box')
  seen.sawBirth('spBv1.0/Strange/DDATA/Box/A', noon)
  seen.sawBirth('spBv1.0/STATE/packboard', noon)
  expect(names(7, true)).toEqual([])
})
