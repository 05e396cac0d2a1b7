import { afterAll, beforeAll, expect, test } from 'vitest'
import { opcUaReader } from '../../testing/opcUaReader.ts'
import { type WeihenstephanServer, weihenstephanServer } from '../../testing/weihenstephanServer.ts'

let server: WeihenstephanServer
beforeAll(async () => {
  server = await weihenstephanServer('bottles/h')
})
afterAll(() => server?.close())

test('a machine of Weihenstephan is found and read: states inside Held and Suspended, program, speeds, counters, failures', async () => {
  server.set('WS_Cur_Prog', 1)
  server.set('WS_Set_Mach_Spd', 24_000)
  server.set('WS_Tot_Packages', 100)
  server.set('WS_Tot_Rej', 4)
  const reader = await opcUaReader({ address: `${server.url}#Filler 3` })
  try {
    await expect.poll(() => reader.found()?.status).toBe('served')
    expect(reader.found()).toMatchObject({
      ...{ server: 'Filler 3', machine: 'Machines/Filler 3', alarms: 'array', fault: null },
      parts: [
        'WS_Cur_Mach_Spd',
        'WS_Set_Mach_Spd',
        'WS_Cur_Prog',
        'WS_Tot_Packages',
        'WS_Tot_Rej',
        'Alarms',
      ].map((name) => ({ name, isThere: true })),
    })
    // Its speeds are packs an hour, as their unit says.
    await expect
      .poll(() => Object.assign({}, ...reader.records()))
      .toMatchObject({
        ...{ state: 5, unitMode: 'Production', setSpeedPpm: 400 },
        ...{ packCounter: 100, rejectCounter: 4 },
      })

    const codes = () => reader.states().map(({ state }) => state)
    for (const [word, code] of [
      ['Execute', 10],
      ['Lack', 16],
      ['Tailback', 19],
      ['EquipmentFailure', 3],
      ['Held', 13],
      ['Aborted', 3],
    ] as const) {
      const before = codes().length
      const at = new Date()
      server.say(word, at)
      await expect.poll(() => codes().length, { message: word }).toBe(before + 1)
      expect(reader.states().at(-1), word).toEqual({ state: code, at: at.getTime() })
    }

    server.set('WS_Cur_Prog', 8)
    server.set('WS_Tot_Packages', 4_000_000_000)
    await expect.poll(() => reader.records().at(-1)?.packCounter).toBe(4_000_000_000)
    expect(reader.records().some(({ unitMode }) => unitMode === 'Clean')).toBe(true)

    server.set('WSAlarmMessage', 'Cap missing')
    server.set('WSAlarmCode', 1_195)
    await expect.poll(() => reader.alarms().length).toBe(1)
    server.set('WSAlarmCode', 0)
    await expect.poll(() => reader.alarms().length).toBe(2)
    const alarm = { code: '1195', group: 'Weihenstephan', description: 'Cap missing' }
    expect(reader.alarms()).toMatchObject([alarm, { ...alarm, clearedAt: expect.any(Number) }])
    expect(reader.quarantined()).toEqual([])
  } finally {
    await reader.close()
  }
})
