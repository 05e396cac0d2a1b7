import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import { Button, Drawer } from '@mantine/core'
import type { FilterWindow } from '@packboard/model'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAdjustmentsHorizontal, IconAlertCircle, IconX } from '../icons/icons.ts'
import { usePageTimes } from '../time/zone.ts'
import { KeepDates } from '../ui/KeepDates.tsx'
import { TimeField } from '../ui/TimeField.tsx'
import { useMedia } from '../ui/useNarrow.ts'
import { ChoiceField } from './ChoiceField.tsx'
import styles from './FilterBar.module.css'
import { everything, filterFault, type ProductionFilter, sameQuestion } from './filter.ts'
import type { WindowPreset } from './filterSearch.ts'
import { choicesText, dayText, windowText } from './filterText.ts'
import { PeriodStep } from './PeriodStep.tsx'
import { TimePeriodField } from './TimePeriodField.tsx'
import { TimesInField, zoneOptions } from './TimesInField.tsx'
import type { FilterChoices } from './useFilter.ts'

type FilterBarProps = {
  /** What is shown below; the bar shows a select for each part that it carries. */
  filter: ProductionFilter
  choices: FilterChoices
  apply: (filter: ProductionFilter) => void
  clear: () => void
}

/** Phones and tablets open the fields in a sheet: 940 px at the usual size of text. */
const sheet = '(max-width: 58.75em)'

/** Time Period, Time Range and selects. What is chosen counts from Apply on; Clear goes back to the page's default. */
export function FilterBar(props: FilterBarProps) {
  const say = useTexts('filters')
  const small = useMedia(sheet)
  const [open, setOpen] = useState(false)
  if (!small) {
    return (
      <section
        className={`panel ${styles.bar}`}
        aria-label={say('filters')}
        data-filters
        data-screen-only
      >
        <Fields {...props} inline={false} />
      </section>
    )
  }
  const { filter } = props
  const oneDay = filter.startDate === filter.endDate
  return (
    <>
      <div className={styles.openers}>
        <PeriodStep direction={-1} {...{ filter, apply: props.apply }} />
        <button
          type="button"
          className={styles.opener}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <IconAdjustmentsHorizontal size={20} />
          <span>
            <span className="spoken">{say('filtersAre')}</span>
            <b>
              <KeepDates>{`${oneDay ? `${dayText(filter.startDate)}, ` : ''}${windowText(filter)}`}</KeepDates>
            </b>
            <small>
              {choicesText(filter)}, {filter.zone}
            </small>
          </span>
        </button>
        <PeriodStep direction={1} {...{ filter, apply: props.apply }} />
      </div>
      <Drawer.Root
        opened={open}
        onClose={() => setOpen(false)}
        position="bottom"
        size="auto"
        classNames={{
          content: styles.sheet ?? '',
          header: styles.sheetHead ?? '',
          title: styles.sheetTitle ?? '',
        }}
        keepMounted={false}
      >
        <Drawer.Overlay />
        <Drawer.Content>
          <Drawer.Header role="none">
            <Drawer.Title>{say('filters')}</Drawer.Title>
            <Drawer.CloseButton aria-label={say('close')} size={44} iconSize={20} />
          </Drawer.Header>
          <div className={styles.sheetBody}>
            <Fields
              {...props}
              inline
              apply={(filter) => {
                setOpen(false)
                props.apply(filter)
              }}
              clear={() => {
                setOpen(false)
                props.clear()
              }}
            />
          </div>
        </Drawer.Content>
      </Drawer.Root>
    </>
  )
}

function Fields({ filter, choices, apply, clear, inline }: FilterBarProps & { inline: boolean }) {
  const say = useTexts('filters')
  const [held, hold] = useState({ of: filter, draft: filter, tried: false })
  // A filter that came from elsewhere, a slice or the back button, is what the bar shows.
  // The minutes of a window that follows the clock change nothing that is being chosen.
  if (!sameQuestion(held.of, filter)) hold({ of: filter, draft: filter, tried: false })
  const { draft, tried } = held
  const change = (part: Partial<ProductionFilter>) =>
    hold({ of: filter, draft: { ...draft, ...part }, tried: false })
  const changeWindow = (window: Partial<FilterWindow>, preset: WindowPreset | null = null) =>
    change({ ...window, preset: preset ?? undefined })
  const fault = filterFault(draft)
  const { factory } = usePageTimes()
  const choosesZone = zoneOptions(draft.zone, factory?.zone).length > 1
  return (
    <form
      className={styles.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (fault === null) apply(draft)
        else hold({ of: filter, draft, tried: true })
      }}
    >
      <Labelled label={say('timePeriod')}>
        {inline ? (
          <TimePeriodField window={draft} change={changeWindow} inline />
        ) : (
          <div className={styles.steps}>
            <PeriodStep direction={-1} filter={draft} apply={apply} />
            <TimePeriodField window={draft} change={changeWindow} />
            <PeriodStep direction={1} filter={draft} apply={apply} />
          </div>
        )}
      </Labelled>
      <Labelled label={say('timeRange')} side={choosesZone ? undefined : draft.zone}>
        <div className={styles.range}>
          <TimeField
            label={say('startTime')}
            value={draft.startTime}
            error={tried && fault !== null}
            change={(startTime) => changeWindow({ startTime })}
          />
          <span>{say('to')}</span>
          <TimeField
            label={say('endTime')}
            value={draft.endTime}
            error={tried && fault !== null}
            change={(endTime) => changeWindow({ endTime })}
          />
        </div>
      </Labelled>
      <TimesInField
        zone={draft.zone}
        change={(zone) => apply({ ...(fault === null ? draft : filter), zone })}
      />
      {draft.machine !== undefined && (
        <ChoiceField
          label={say('machine')}
          value={draft.machine}
          offered={choices.machine}
          change={(machine) => change({ machine })}
        />
      )}
      <ChoiceField
        label={say('tool')}
        value={draft.tool}
        offered={choices.tool}
        change={(tool) => change({ tool })}
      />
      {draft.product !== undefined && (
        <ChoiceField
          label={say('product')}
          value={draft.product}
          offered={choices.product}
          wide
          change={(product) => change({ product })}
        />
      )}
      {filter.recipe !== everything && (
        <Labelled label={say('recipe')}>
          <span className={styles.chip}>
            <span>{filter.recipe}</span>
            <button
              type="button"
              aria-label={say('remove', { name: filter.recipe })}
              onClick={() => apply({ ...filter, recipe: everything })}
            >
              <IconX size={16} />
            </button>
          </span>
        </Labelled>
      )}
      <div className={styles.buttons}>
        <Button type="button" variant="subtle" className={styles.clear ?? ''} onClick={clear}>
          {say('clear')}
        </Button>
        <Button type="submit">{say('apply')}</Button>
      </div>
      {tried && fault !== null && (
        <p role="alert" className={styles.fault}>
          <IconAlertCircle size={16} />
          {fault}
        </p>
      )}
    </form>
  )
}

function Labelled({
  label,
  side,
  children,
}: {
  label: string
  /** What else has to be known of it, beside its name. */
  side?: string | undefined
  children: ReactNode
}) {
  return (
    <fieldset className={styles.labelled} aria-label={label}>
      <span>
        <span aria-hidden="true">{label}</span>
        {side && <small> {side}</small>}
      </span>
      {children}
    </fieldset>
  )
}
