import { type SavedView, savedViews } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const savedViewsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['savedViews', clientId],
    queryFn: ({ signal }) => call(savedViews, { params: { clientId } }, signal),
    staleTime: 60_000,
  })

/** The address that a view opens: for staff with its client, which the view itself does not say. */
export function addressOfView({ address }: SavedView, ofClient: { readonly client?: number }) {
  if (ofClient.client === undefined || address.startsWith('/admin/productionData/')) return address
  return `${address}${address.includes('?') ? '&' : '?'}client=${ofClient.client}`
}
