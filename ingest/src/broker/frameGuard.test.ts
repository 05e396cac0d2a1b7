import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameGuard } from './tlsListener.ts'

/** A packet of MQTT with so many bytes behind its length. */
function packet(size: number): number[] {
  const length: number[] = []
  let rest = size
  do {
    length.push((rest % 128) | (rest >= 128 ? 128 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return [0x30, ...length, ...new Array<number>(size).fill(0xff)]
}

test('packets up to the limit pass, however the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 8 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 90 })),
      (sizes, cuts) => {
        const guard = new FrameGuard(400)
        const bytes = Uint8Array.from(sizes.flatMap(packet))
        for (let at = 0; at < bytes.length; ) {
          const end = at + (cuts.next().value ?? 1)
          expect(guard.accepts(bytes.subarray(at, end))).toBe(true)
          at = end
        }
        expect(guard.accepts(Uint8Array.from(packet(401)))).toBe(false)
      },
    ),
  )
})

test('a packet that announces 256 MB is refused by its head alone', () => {
  const guard = new FrameGuard(262_144)
  expect(guard.accepts(Uint8Array.from([0x30, 0xff, 0xff]))).toBe(true)
  expect(guard.accepts(Uint8Array.from([0xff, 0x7f]))).toBe(false)
})
