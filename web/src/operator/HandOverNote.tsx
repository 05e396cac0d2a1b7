import type { ClientMachine, ShiftPage, ShiftStory } from '@packboard/contract'
import { cutText, shiftPageLimits } from '@packboard/model'
import { type ReactNode, useId } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconPlus } from '../icons/furtherIcons.ts'
import styles from './HandOverTablet.module.css'
import shared from './Shared.module.css'

/** What was written for the next shift, and what of it is not sent yet. */
export function Notes({
  notes,
  waiting,
}: {
  notes: ShiftPage['notes']
  waiting: readonly { key: string; name: string; text: string }[]
}) {
  const say = useTexts('shiftPage')
  const sayBook = useTexts('stopBook')
  if (notes.length + waiting.length === 0) return null
  return (
    <ul className={styles.notes}>
      {notes.map(({ id, by, machineId, text }) => (
        <li key={id}>
          <b>{by ?? say('formerUser')}</b> {machineId !== null && `${machineId}: `}
          {text}
        </li>
      ))}
      {waiting.map(({ key, name, text }) => (
        <li key={key}>
          <b>{name}</b> {text} <small>{sayBook('waits')}</small>
        </li>
      ))}
    </ul>
  )
}

/** Chips put in a machine and what stopped it; a keyboard opens only when the field is pressed. */
export function NoteField({
  page,
  machines,
  note,
  setNote,
  children,
}: {
  page: ShiftPage
  machines: readonly ClientMachine[]
  note: string
  setNote: (note: string) => void
  children: ReactNode
}) {
  const say = useTexts('shiftPage')
  const id = useId()
  const chips = noteChips(page.stories, machines)
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="spoken">
        {say('whatNext')}
      </label>
      <textarea
        id={id}
        rows={3}
        value={note}
        maxLength={shiftPageLimits.noteCharacters}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={styles.chips}>
        {chips.map((words) => (
          <button
            key={words}
            type="button"
            className={shared.small}
            onClick={() => setNote(`${note}${note === '' ? '' : '\n'}${words}: `)}
          >
            <IconPlus size={20} />
            {words}
          </button>
        ))}
        {children}
      </div>
    </div>
  )
}

/** So many are offered. */
const mostChips = 4

/** What can be put into a note with one tap: the machines of this tablet that cost most, with the alarm of their stop, each once. */
export function noteChips(
  stories: readonly Pick<ShiftStory, 'machineId' | 'group' | 'cause'>[],
  machines: readonly Pick<ClientMachine, 'machineId'>[],
): readonly string[] {
  const ours = new Set(machines.map(({ machineId }) => machineId))
  const words = stories
    .filter(({ machineId }) => ours.has(machineId))
    .map(({ machineId, group, cause }) =>
      group === '' ? machineId : `${machineId} ${cutText(cause)}`,
    )
  return [...new Set(words)].slice(0, mostChips)
}
