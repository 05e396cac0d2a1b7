import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { TelemetryContext } from '../context.ts'
import type { ParamsOf } from './paramsOf.ts'
import { encodeTimes, select, selectRows } from './select.ts'

const sql = `
  SELECT at FROM sample
  WHERE machine_id = {machineId:UInt32}
    AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3)}
    AND (empty({products:Array(String)}) OR product IN {products:Array(String)})
`

test('the parameters of a question are read out of its text', () => {
  expectTypeOf<ParamsOf<typeof sql>>().branded.toEqualTypeOf<{
    readonly machineId: number
    readonly from: Date
    readonly to: Date
    readonly products: readonly string[]
  }>()
  expectTypeOf<ParamsOf<'{a:UInt8}{b:UInt16}{c:Int32}{d:Float64}'>>().branded.toEqualTypeOf<{
    readonly a: number
    readonly b: number
    readonly c: number
    readonly d: number
  }>()
  expectTypeOf<ParamsOf<'{a:UInt64} {b:Int64} {c:Bool}'>>().branded.toEqualTypeOf<{
    readonly a: bigint
    readonly b: bigint
    readonly c: boolean
  }>()
  expectTypeOf<ParamsOf<"{a:Array(DateTime64(3,'UTC'))}">>().branded.toEqualTypeOf<{
    readonly a: readonly Date[]
  }>()
  expectTypeOf<ParamsOf<'SELECT 1'>>().toEqualTypeOf<unknown>()
})

/** Never called: what does not compile here is the test. */
function mistakes(context: TelemetryContext, input: string, order: 'at' | 'state') {
  const row = z.object({})
  const from = new Date()
  const whole = { machineId: 1, from, to: from, products: [] }

  select(context, { name: 'right', sql, params: whole, row })
  select(context, { name: 'listed words', sql: `SELECT 1 ORDER BY ${order}`, params: {}, row })

  // @ts-expect-error a parameter is missing
  select(context, { name: 'missing', sql, params: { machineId: 1, from, to: from }, row })
  // @ts-expect-error a parameter has the wrong type
  select(context, { name: 'wrong', sql, params: { ...whole, machineId: 'FW-101' }, row })
  // @ts-expect-error an element of a list has the wrong type
  select(context, { name: 'wrong element', sql, params: { ...whole, products: [1] }, row })
  // @ts-expect-error a text with a hole that takes anything
  select(context, { name: 'pasted', sql: `SELECT 1 WHERE product = '${input}'`, params: {}, row })
  // @ts-expect-error a text that is not known here
  select(context, { name: 'any text', sql: input, params: {}, row })
  // @ts-expect-error a type that telemetry does not support
  select(context, { name: 'odd type', sql: 'SELECT {a:Tuple(UInt8)}', params: { a: 1 }, row })
  // @ts-expect-error the same holds for rows in bulk
  selectRows(context, { name: 'bulk', sql, params: {}, columns: { at: 'DateTime64' } }, () => {})
  // @ts-expect-error a type of column that cannot be read in bulk
  selectRows(context, { name: 'column', sql, params: whole, columns: { at: 'Date' } }, () => {})
}

test('times travel as text with their milliseconds, in lists too', () => {
  const time = new Date('2026-11-20T06:00:00.250Z')
  expect(encodeTimes({ time, list: [time], count: 3 })).toEqual({
    time: '2026-11-20 06:00:00.250',
    list: ['2026-11-20 06:00:00.250'],
    count: 3,
  })
  expect(mistakes).toBeTypeOf('function')
})
