import {
  lookAtRecordFile,
  type RecordFileRow,
  type RecordKind,
  type RecordMapping,
  recordFile,
  recordFiles,
} from '@packboard/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** How often a file that is being read is looked at. */
const readingMs = 1_000

export const isReading = (state: string) =>
  state === 'opening' || state === 'checking' || state === 'running'
export const isOpen = (state: string) =>
  isReading(state) || state === 'uploading' || state === 'uploaded' || state === 'checked'

/** What the first look may know, or what a person has chosen since. */
export type Wish = {
  readonly mapping?: RecordMapping
  readonly kind?: RecordKind
  readonly form?: Pick<RecordMapping, 'encoding' | 'separator' | 'hasHead'>
  readonly machine?: string
}

export const fileQueries = {
  list: (clientId: number) =>
    queryOptions({
      queryKey: ['panel', 'files', clientId],
      queryFn: ({ signal }) => call(recordFiles, { params: { clientId } }, signal),
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.files.some((file) => isReading(file.state)) ? readingMs : false,
    }),
  /** With its refused lines, as they are in the state in which the list shows it. */
  one: (clientId: number, { id, state, rows }: Pick<RecordFileRow, 'id' | 'state' | 'rows'>) =>
    queryOptions({
      queryKey: ['panel', 'files', clientId, id, state, rows],
      queryFn: ({ signal }) => call(recordFile, { params: { clientId, fileId: id } }, signal),
      staleTime: 0,
    }),
  /** The lines that stand there stay until those of the new mapping have come. */
  look: (clientId: number, fileId: number, wish: Wish) =>
    queryOptions({
      queryKey: ['panel', 'files', clientId, fileId, 'look', wish],
      async queryFn({ signal, client }) {
        try {
          return await call(lookAtRecordFile, { params: { clientId, fileId }, body: wish }, signal)
        } catch (error) {
          // A look may be the end of a file; its row says why.
          void client.invalidateQueries({ queryKey: ['panel', 'files', clientId], exact: true })
          throw error
        }
      },
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: false,
    }),
}
