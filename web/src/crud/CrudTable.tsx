import { Button, TextInput } from '@mantine/core'
import { noFigure } from '@packboard/model'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconPencil, IconPhoto, IconPlus, IconTrash } from '../icons/furtherIcons.ts'
import { IconSearch } from '../icons/icons.ts'
import { DataTable } from '../ui/DataTable.tsx'
import type { DialogProps } from '../ui/Dialog.tsx'
import type { Waiting } from '../ui/Loadable.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/Toasts.tsx'
import { useOpening } from '../ui/useOpening.ts'
import { pageSizes, usePageSize } from '../ui/usePageSize.ts'
import { ConfirmModal } from './ConfirmModal.tsx'
import styles from './CrudTable.module.css'
import { FormModal, type FormSpec } from './FormModal.tsx'
import { IconButton } from './IconButton.tsx'
import cells from './panelCells.module.css'

type CrudColumn<Row> = TextColumn<Row> & {
  /** How it looks, where it is more than its text. */
  readonly cell?: (row: Row) => ReactNode
  readonly numeric?: boolean
  readonly wide?: boolean
  /** Has no order of its own. */
  readonly unsorted?: boolean
  /** Hidden where the table is narrow; it is in the form of the row. */
  readonly spare?: boolean
  /** Says nothing without its title, which then stands before it on a phone. */
  readonly labelOnPhone?: boolean
  /** Under the title: what kind of thing it names. */
  readonly sub?: string
}

/** A column with the text of a row that has its name. */
export const textColumn = <Key extends string>(
  say: (key: Key) => string,
  key: Key,
  more: { readonly wide?: true; readonly spare?: true } = {},
) => ({
  key,
  title: say(key),
  text: (row: { readonly [Name in Key]: string | null }) => row[key] ?? '',
  ...more,
})

/** What may be done with a row; a note stands where nothing may. */
export type Rights = {
  readonly edit?: boolean
  readonly remove?: boolean
  /** Why the button that deletes is off. */
  readonly whyNotRemove?: string
  readonly note?: string
}

type Open<Row> =
  | { readonly what: 'form'; readonly row: Row | null }
  | { readonly what: 'delete'; readonly row: Row }

/** A table of the panel: search, order, pages, and the ways to add, change and delete. */
export function CrudTable<Row>({
  id,
  title,
  noun = '',
  query,
  columns,
  nameOf,
  keyOf,
  form,
  mayAdd = true,
  rights,
  removal,
  moreActions,
  headActions,
  note,
  hint,
  unit,
  foot,
  isCurrent,
}: {
  id?: string
  title: string
  /** One of them as it stands after Add: `Distributor`, `un distributeur`; left out where none is added or deleted. */
  noun?: string
  query: Waiting<readonly Row[]>
  columns: readonly CrudColumn<Row>[]
  nameOf: (row: Row) => string
  keyOf: (row: Row) => string | number
  /** The form of a row, or of a new one. */
  form?: (row: Row | null) => FormSpec
  mayAdd?: boolean
  /** Everything when left out. */
  rights?: (row: Row) => Rights
  removal?: Removal<Row>
  /** Further icons of a row. */
  moreActions?: (row: Row) => ReactNode
  /** Further buttons beside Add. */
  headActions?: ReactNode
  /** Above the rows: what comes next after what was just done. */
  note?: ReactNode
  hint?: string | undefined
  /** Beside the title: what the numbers are. */
  unit?: string
  /** Under the rows: how they are to be read. */
  foot?: ReactNode
  /** What was opened from this row is open. */
  isCurrent?: (row: Row) => boolean
}) {
  const say = useTexts('panel')
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<{ by: string | null; descending: boolean }>({
    by: null,
    descending: false,
  })
  const [page, setPage] = useState(1)
  const [pageSize] = usePageSize()
  const opening = useOpening<Open<Row>>()
  const { about: open } = opening

  const all = query.isError ? [] : (query.data ?? [])
  const found = shownRows(all, columns, search, order)
  // A deletion may leave fewer pages than the one that is open.
  const shown = Math.min(page, Math.max(1, Math.ceil(found.length / pageSize)))
  const onPage = found.slice((shown - 1) * pageSize, shown * pageSize)
  const openForm = (row: Row | null) => opening.open({ what: 'form', row })
  const adds = form !== undefined && mayAdd
  const actionsOf = (row: Row) => {
    const { edit = true, remove = true, whyNotRemove, note } = rights?.(row) ?? {}
    const name = nameOf(row)
    return (
      <span className={styles.actions}>
        {note && <small>{note}</small>}
        {moreActions?.(row)}
        {form && edit && (
          <IconButton
            label={say('editNamed', { name })}
            icon={IconPencil}
            onClick={() => openForm(row)}
          />
        )}
        {removal && !note && (edit || remove) && (
          <IconButton
            label={say('deleteNamed', { name })}
            icon={IconTrash}
            disabled={!remove}
            hint={whyNotRemove}
            onClick={() => opening.open({ what: 'delete', row })}
          />
        )}
      </span>
    )
  }
  return (
    <Panel
      {...(id !== undefined && { id })}
      title={title}
      className={`${styles.table} ${styles.named} ${styles.twoLines}`}
      sub={
        <>
          <span className={styles.count}>{query.data ? all.length : noFigure}</span>
          {unit && <span className={styles.unit}>{unit}</span>}
        </>
      }
      actions={
        <>
          {all.length > 0 && (
            <TextInput
              className={styles.search ?? ''}
              size="xs"
              type="search"
              aria-label={say('searchIn', { title })}
              placeholder={say('search')}
              leftSection={<IconSearch size={16} />}
              value={search}
              onChange={(event) => {
                setSearch(event.currentTarget.value)
                setPage(1)
              }}
            />
          )}
          {headActions}
          {adds && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} />}
              onClick={() => openForm(null)}
            >
              {say('addOf', { noun })}
            </Button>
          )}
        </>
      }
    >
      {note}
      <DataTable
        label={title}
        query={{ ...query, data: query.data && onPage }}
        rows={(rows): readonly Row[] => rows}
        rowKey={(row: Row) => String(keyOf(row))}
        emptyText={say('notAvailable')}
        hint={search ? say('noMatch') : (hint ?? (adds ? say('firstOf', { noun }) : undefined))}
        saysLoading
        skeletonRows={3}
        columns={columns.map(
          ({
            title: heading,
            key = heading,
            text,
            cell,
            numeric,
            wide,
            unsorted,
            spare,
            labelOnPhone,
            sub,
          }) => ({
            key,
            title: heading,
            cell: (row: Row) => cell?.(row) ?? (text(row) || <span data-nothing>{noFigure}</span>),
            ...(numeric && { numeric }),
            ...(wide && { wide }),
            ...(unsorted && { unsorted }),
            ...(spare && { spare }),
            ...(labelOnPhone && { labelOnPhone }),
            ...(sub && { sub }),
          }),
        )}
        actions={form || removal || moreActions ? actionsOf : undefined}
        {...(isCurrent && { isCurrent })}
        sorting={{
          ...order,
          change: (by) => {
            setOrder((before) => ({ by, descending: before.by === by && !before.descending }))
            setPage(1)
          },
        }}
      />
      {found.length > pageSizes[0] && (
        <Pager {...{ pageSize }} page={shown} count={found.length} change={setPage} />
      )}
      {foot}
      {open?.what === 'form' && form && (
        <FormModal
          key={opening.times}
          title={say(open.row ? 'updateOf' : 'addOf', { noun })}
          submit={say(open.row ? 'update' : 'add')}
          busy={say(open.row ? 'updating' : 'adding')}
          spec={form(open.row)}
          {...opening.dialog}
        />
      )}
      {open?.what === 'delete' && removal && (
        <DeleteModal
          key={opening.times}
          {...{ noun, removal }}
          name={nameOf(open.row)}
          row={open.row}
          {...opening.dialog}
        />
      )}
    </Panel>
  )
}

/** What deleting does, said before it is done. */
type Removal<Row> = {
  readonly consequence: (row: Row) => string
  readonly send: (row: Row) => Promise<unknown>
  readonly done: string
  readonly failed: string
}

/** Names what is about to be deleted and what follows. */
function DeleteModal<Row>({
  noun,
  name,
  row,
  removal,
  ...dialog
}: {
  noun: string
  name: string
  row: Row
  removal: Removal<Row>
} & DialogProps) {
  const say = useTexts('panel')
  return (
    <ConfirmModal
      title={say('deleteOf', { noun })}
      busy={say('deleting')}
      consequence={removal.consequence(row)}
      send={() => removal.send(row)}
      done={() => showToast(removal.done)}
      failed={() => showToast(removal.failed, true)}
      {...dialog}
    >
      <p>{say('deleteQuestion', { name, b: (inner) => <b>{inner}</b> })}</p>
    </ConfirmModal>
  )
}

/** The text of a row in a column, for the search and the order. */
type TextColumn<Row> = {
  /** The column in every language, so that the order stays when another one is chosen; the title when left out. */
  readonly key?: string
  readonly title: string
  readonly text: (row: Row) => string
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The rows that hold every word of the search somewhere, in the order of one column; rows without a value come last. */
function shownRows<Row>(
  rows: readonly Row[],
  columns: readonly TextColumn<Row>[],
  search: string,
  order: { readonly by: string | null; readonly descending: boolean },
): Row[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found = rows.filter((row) => {
    const texts = columns.map(({ text }) => text(row).toLocaleLowerCase())
    return words.every((word) => texts.some((text) => text.includes(word)))
  })
  const column = columns.find(({ key, title }) => (key ?? title) === order.by)
  if (!column) return found
  const sign = order.descending ? -1 : 1
  return found.sort((a, b) => {
    const [left, right] = [column.text(a), column.text(b)]
    if (left === '' || right === '') return Number(left === '') - Number(right === '')
    return sign * collator.compare(left, right)
  })
}

/** The picture of a machine, or the sign of one that cannot be shown. */
export function Thumb({ path, small = false }: { path: string; small?: boolean }) {
  const [failed, fail] = useState(path === '')
  return (
    <span className={cells.thumb} data-small={small}>
      {failed ? (
        <IconPhoto size={20} stroke={1.5} />
      ) : (
        <img src={path} alt="" loading="lazy" onError={() => fail(true)} />
      )}
    </span>
  )
}
