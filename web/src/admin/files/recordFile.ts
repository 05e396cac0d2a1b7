import {
  type LineRefusal,
  lookAtRecordFile,
  type RecordField,
  type RecordFileRow,
  type RecordKind,
  type RecordMapping,
  recordFields,
  recordFile,
  recordFileFaults,
  recordFiles,
} from '@packboard/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { formatCount, formatDecimals } from '../../i18n/formatNumber.ts'
import type { Say } from '../../i18n/useTexts.ts'

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
  readonly form?: Pick<RecordMapping, 'encoding' | 'separator' | 'hasHead' | 'firstLine'>
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

type Words = Say<'recordFiles'>

const fields: readonly RecordField[] = Object.values(recordFields).flat()

/** A field in the language of the screen, or what else a file still needs. */
export function fieldWord(say: Words, name: string): string {
  if (name === 'machine') return say('machine')
  if (name === 'measured') return say('measured')
  const field = fields.find((each) => each === name)
  return field === undefined ? name : say(`field.${field}`)
}

/** Why a line is refused: the field that is wrong, the reason, and what the check of records says. */
export function refusalWord(say: Words, { code, field, detail }: LineRefusal): string {
  const reason = say(`refusal.${code}`)
  const named = field === null ? reason : `${fieldWord(say, field)}: ${reason}`
  return detail === null ? named : `${named} (${detail})`
}

export function faultWord(say: Words, { fault }: Pick<RecordFileRow, 'fault'>): string | null {
  const known = recordFileFaults.find((each) => each === fault)
  return known === undefined ? null : say(`fault.${known}`)
}

export function bytesWord(bytes: number): string {
  return bytes < 1e6
    ? `${formatCount(Math.ceil(bytes / 1e3))} kB`
    : `${formatDecimals(bytes / 1e6, 1)} MB`
}
