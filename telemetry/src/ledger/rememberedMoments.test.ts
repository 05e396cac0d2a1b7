import { expect, test } from 'vitest'
import { minuteMs } from './fold/minute.ts'
import type { Moment } from './moment.ts'
import { mostMoments, RememberedMoments } from './rememberedMoments.ts'

const noon = Date.UTC(2026, 10, 23, 12)
const moment = (speed: number): Moment => ({
  ...{ state: 10, category: 'run', product: 'A', tool: 'T1', causeGroup: '' },
  ...{ speed, speedKnown: true },
})

test('a moment is held until its minute is written again; offline is known, too', () => {
  const moments = new RememberedMoments()
  moments.keep(noon + 1, moment(1))
  moments.keep(noon + minuteMs, null)
  moments.forget(noon - minuteMs, noon)
  expect([moments.at(noon + 1), moments.at(noon + 2)]).toEqual([moment(1), undefined])
  moments.forget(noon, noon + minuteMs)
  expect(moments.at(noon + 1)).toBeUndefined()
  expect(moments.at(noon + minuteMs)).toBeNull()
})

test('so many are held; of more, the minutes that were wanted first go', () => {
  const moments = new RememberedMoments()
  for (let i = 0; i <= mostMoments; i++) moments.keep(noon + i * minuteMs, moment(i))
  expect(moments.at(noon)).toBeUndefined()
  expect(moments.at(noon + minuteMs)).toEqual(moment(1))
  expect(moments.at(noon + mostMoments * minuteMs)).toEqual(moment(mostMoments))
})
