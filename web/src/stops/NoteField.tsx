import { Button } from '@mantine/core'
import { labelLimits } from '@packboard/model'
import { useId, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import styles from './NoteField.module.css'
import shared from './Shared.module.css'

/** A note beside a reason, of at most 500 characters. */
export function NoteField({
  note,
  busy,
  cancel,
  save,
}: {
  note: string
  busy: boolean
  cancel: () => void
  save: (note: string) => void
}) {
  const say = useTexts('stopBook')
  const id = useId()
  const [typed, type] = useState(note)
  return (
    <form
      className={styles.noteField}
      onSubmit={(event) => {
        event.preventDefault()
        save(typed.trim())
      }}
    >
      <label htmlFor={id}>{say('note')}</label>
      <textarea
        id={id}
        rows={3}
        value={typed}
        maxLength={labelLimits.noteLength}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <div className={shared.acts}>
        <Button variant="default" size="xs" onClick={cancel}>
          {say('cancel')}
        </Button>
        <BusyButton type="submit" busy={busy ? say('saving') : null}>
          {say('save')}
        </BusyButton>
      </div>
    </form>
  )
}
