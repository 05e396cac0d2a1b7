import '@mantine/core/styles/Popover.layer.css'
import { Popover } from '@mantine/core'
import { type KeyboardEvent, memo, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconInfoCircle } from '../../icons/icons.ts'
import type { Figure } from './figureHelp.ts'
import styles from './InfoTip.module.css'

/** Beside the label of a figure: explains it, by a click, a tap or a key, and is read aloud when it opens. */
export const InfoTip = memo(function InfoTip({
  figure,
  passed = false,
}: {
  figure: Figure
  /** Tab passes it by: the explanation beside it says the same. */
  passed?: boolean
}) {
  const say = useTexts('ui')
  const sayOfFigures = useTexts('figures')
  const name = sayOfFigures(`${figure}.name`)
  const text = sayOfFigures(`${figure}.text`)
  const [opened, setOpened] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !opened) return
    // Only the tip goes, not the dialog that it is in.
    event.stopPropagation()
    setOpened(false)
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={300}
      position="bottom-start"
      offset={8}
      shadow="none"
      withRoles={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.button}
          {...(passed && { tabIndex: -1 })}
          aria-label={say('whatIs', { name })}
          aria-expanded={opened}
          onClick={(event) => {
            // A card, a row or a column title beneath has a click of its own.
            event.stopPropagation()
            setOpened(!opened)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setOpened(false)}
        >
          <IconInfoCircle size={14} />
        </button>
      </Popover.Target>
      {/* For the eyes; what it says is said below. */}
      <Popover.Dropdown className={styles.bubble ?? ''} aria-hidden="true">
        <b>{name}</b>
        {text}
      </Popover.Dropdown>
      <span className="spoken" role="status">
        {opened ? text : ''}
      </span>
    </Popover>
  )
})
