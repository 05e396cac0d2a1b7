import { erasedNames } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** While one is under way, it is looked at again this often. */
const lookAgainMs = 2_000

/** The names that were erased at a client. */
export const erasedNamesQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'erasedNames', clientId],
    queryFn: async ({ signal }) =>
      (await call(erasedNames, { params: { clientId } }, signal)).names,
    refetchInterval: ({ state }) =>
      state.data?.some(({ doneAt }) => doneAt === null) === true ? lookAgainMs : false,
  })
