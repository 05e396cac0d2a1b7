import { liveMachines, machinesData } from '@packboard/contract'
import { Agent, type Dispatcher } from 'undici'
import { expect, test } from 'vitest'
import { PoolsByPath } from './sendOn.ts'

/** Notes what it is given, and calls nobody. */
class Noting extends Agent {
  readonly paths: string[] = []

  override dispatch(options: Dispatcher.DispatchOptions): boolean {
    this.paths.push(options.path)
    return true
  }
}

test('live streams have connections of their own, and every other call has the others', async () => {
  const calls = new Noting()
  const streams = new Noting()
  const pools = new PoolsByPath(calls, streams)
  const stream = `${liveMachines.path.replace(':clientId', '7')}?machineId=FW-101`
  for (const path of [stream, machinesData.path, '/api/auth/packboard-signin']) {
    pools.dispatch({ path, method: 'GET' }, {})
  }
  expect(streams.paths).toEqual([stream])
  expect(calls.paths).toEqual([machinesData.path, '/api/auth/packboard-signin'])
  await pools.destroy()
})
