import { countsIn, type Filter, type Scope, stretchesIn } from './referenceFilter.ts'

/** The values that occur under the rest of the filter; '' was never reported and is not offered (D17). */
export function lookup(scope: Scope, field: 'product' | 'tool' | 'machine') {
  const { product, tool, ...rest } = scope.filter
  const filter: Filter = {
    ...rest,
    ...(product === undefined || field === 'product' ? {} : { product }),
    ...(tool === undefined || field === 'tool' ? {} : { tool }),
  }
  const found = scope.machines.flatMap((machine) =>
    [
      ...stretchesIn(machine, scope.span, filter),
      ...countsIn(machine, scope.span, filter).filter(({ packs }) => packs > 0n),
    ].map((one) => (field === 'machine' ? machine.serialNo : one[field])),
  )
  return { data: [...new Set(found)].filter((value) => value !== '').sort() }
}
