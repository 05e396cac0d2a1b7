// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { type BoardClient, worstFirst } from './clientBoard.ts'

const client = (name: string, over: Partial<BoardClient> = {}): BoardClient => ({
  ...{ id: name.length, name, location: null, subscriptionLabel: 'premium', machines: 8 },
  ...{ running: 8, offline: 0, closed: 0, trouble: 0, worst: null, packs: 0 },
  ...over,
})
const stands = (state: number) => ({ machineId: 'FW-1', state, since: null })
const names = (...clients: BoardClient[]) => worstFirst(clients).map(({ name }) => name)

test('a client whose machine is in alarm comes before one whose machine waits, and both before a quiet one', () => {
  const aborted = client('Aborted', { worst: stands(3), trouble: 1 })
  const held = client('Held', { worst: stands(13), trouble: 3 })
  expect(names(client('Quiet'), held, aborted)).toEqual(['Aborted', 'Held', 'Quiet'])
})

test('of equal states more trouble comes first, then more offline machines, then the name', () => {
  const one = client('One', { worst: stands(13), trouble: 1 })
  const two = client('Two', { worst: stands(13), trouble: 2 })
  expect(names(one, two)).toEqual(['Two', 'One'])
  expect(names(client('B'), client('A'), client('C', { offline: 2 }))).toEqual(['C', 'A', 'B'])
})
