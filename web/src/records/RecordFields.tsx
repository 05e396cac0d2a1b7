import type { ReactNode } from 'react'
import { ChoiceField } from '../filter/ChoiceField.tsx'
import { windowText } from '../filter/filterText.ts'
import { TimePeriodField } from '../filter/TimePeriodField.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertCircle } from '../icons/icons.ts'
import { useNarrow } from '../ui/useNarrow.ts'
import styles from './RecordFields.module.css'
import type { useRecordFilter } from './useRecordFilter.ts'

/** Date range, Select Group and Select Description above a table of records. */
export function RecordFields({
  shown,
  groups,
  descriptions,
  children,
}: {
  shown: ReturnType<typeof useRecordFilter>
  /** Empty where the list could not be loaded: then only All is offered (specification §8). */
  groups: readonly string[]
  descriptions: readonly string[]
  /** What can be done with the table. */
  children: ReactNode
}) {
  const say = useTexts('records')
  const { filter, fault } = shown
  const narrow = useNarrow()
  return (
    <div className={styles.fields}>
      <div className={styles.field} data-field>
        <span>
          <span aria-hidden="true">{say('dateRange')}</span>
          <small>{windowText(filter.window)}</small>
        </span>
        <TimePeriodField
          label={say('dateRange')}
          window={filter.window}
          inline={narrow}
          change={(window, preset) => shown.changeWindow(window, preset !== null)}
        />
      </div>
      <div className={styles.field} data-field>
        <ChoiceField
          label={say('selectGroup')}
          value={filter.group}
          offered={groups}
          change={shown.changeGroup}
        />
      </div>
      <div className={styles.field} data-field data-wide="true">
        <ChoiceField
          label={say('selectDescription')}
          value={filter.description}
          offered={descriptions}
          change={shown.changeDescription}
        />
      </div>
      <div className={styles.actions}>{children}</div>
      {fault && (
        <p role="alert" className={styles.fault}>
          <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
          {fault}
        </p>
      )}
    </div>
  )
}
