import { Button } from '@mantine/core'
import { countedPacks, type DefinitionRule, definitionSpeeds, divisors } from '@packboard/model'
import type { ReactNode } from 'react'
import { formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx'
import { ErrorNote } from '../ui/Message.tsx'
import styles from './DefinitionsDialog.module.css'
import { pointsText, type ShownDefinition } from './definitionsWire.ts'

/** How an earlier system computed: three choices, and what they make of the window. */
export function EarlierForm({
  draft,
  setDraft,
  earlier: { value, missing, points },
  isStored,
  save,
  busy,
  failure,
}: {
  draft: DefinitionRule
  /** null closes the form. */
  setDraft: (draft: DefinitionRule | null) => void
  /** The window by the draft. */
  earlier: ShownDefinition
  isStored: boolean
  /** null removes what is stored. */
  save: (rule: DefinitionRule | null) => void
  busy: boolean
  failure: string | null
}) {
  const say = useTexts('definitions')
  const sayUi = useTexts('ui')
  const bold = (inner: ReactNode) => <b>{inner}</b>
  return (
    <section className={styles.form} aria-label={say('form')}>
      <h3>{say('form')}</h3>
      <p>{say('formHint')}</p>
      <div className={styles.fields}>
        <ChoiceSelect
          label={say('formDivides')}
          data={divisors.map((one) => ({ value: one, label: say(`divisor.${one}`) }))}
          value={draft.dividesBy}
          onChange={(dividesBy) => dividesBy && setDraft({ ...draft, dividesBy })}
        />
        <ChoiceSelect
          label={say('formSpeed')}
          data={definitionSpeeds.map((one) => ({ value: one, label: say(`formSpeed.${one}`) }))}
          value={draft.speed}
          onChange={(speed) => speed && setDraft({ ...draft, speed })}
        />
        <ChoiceSelect
          label={say('formPacks')}
          data={countedPacks.map((one) => ({ value: one, label: say(`formPacks.${one}`) }))}
          value={draft.packs}
          onChange={(packs) => packs && setDraft({ ...draft, packs })}
        />
      </div>
      <p className={styles.live} aria-live="polite">
        {points === null
          ? say('live', { value: formatPercent(value), b: bold })
          : say('livePoints', {
              ...{ value: formatPercent(value), points: pointsText(points), b: bold },
            })}{' '}
        {missing !== null && say(`missing.${missing}`)}
      </p>
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      <div className={styles.buttons}>
        {isStored && (
          <Button variant="subtle" disabled={busy} onClick={() => save(null)}>
            {say('remove')}
          </Button>
        )}
        <Button variant="default" disabled={busy} onClick={() => setDraft(null)}>
          {sayUi('cancel')}
        </Button>
        <BusyButton busy={busy ? say('saving') : null} onClick={() => save(draft)}>
          {say('save')}
        </BusyButton>
      </div>
    </section>
  )
}
