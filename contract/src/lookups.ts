import { endpoint, id, serialNo } from './endpoint.ts'
import { filterQuery } from './filter.ts'
import { z } from './z.ts'

/** What a select offers: the values that occur under the rest of the filter; its own field does not narrow it. */
const values = z.object({ data: z.array(z.string()) })
const query = z.object(filterQuery)

export const toolLookup = endpoint('GET', '/api/get_lookup_data2/:clientId/PROD/tool', {
  summary: 'The tools that were on the machines of a client',
  params: z.object({ clientId: id }),
  query,
  answer: values,
})

export const productLookup = endpoint(
  'GET',
  '/api/get_lookup_data/:clientId/:machineId/PROD/product',
  {
    summary: 'The products that were on one machine',
    params: z.object({ clientId: id, machineId: serialNo }),
    query,
    answer: values,
  },
)

export const valueLookup = endpoint('GET', '/api/get_lookup_data_values/:clientId/PROD/:field', {
  summary: 'The machines, products or tools of a client',
  params: z.object({ clientId: id, field: z.enum(['machine', 'product', 'tool']) }),
  query,
  answer: values,
})
