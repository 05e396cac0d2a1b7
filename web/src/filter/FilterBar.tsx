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
import { ChoiceField, Labelled } from './ChoiceField.tsx'
import styles from './FilterBar.module.css'
import { everything, filterFault, type ProductionFilter, sameQuestion } from './filter.ts'
import type { WindowPreset } from './filterSearch.ts'
import { choicesText, dayText, pickedText, windowText } from './filterText.ts'
import { shiftOfWindow } from './presetWindow.ts'
import { TimePeriodField } from './TimePeriodField.tsx'
import { WindowKinds, WindowSteps } from './TimePicker.tsx'
import { TimesInField, zoneOptions } from './TimesInField.tsx'
import type { FilterChoices } from './useFilter.ts'
import type { Undoing } from './useUndo.ts'

type FilterBarProps = {
  /** What is shown below; the bar shows a select for each part that it carries. */
  filter: ProductionFilter
  /** null: this page has no selects for tool, product and machine. */
  choices: FilterChoices | null
  apply: (filter: ProductionFilter) => void
  /** null: this page goes back to its default by another button. */
  clear: (() => void) | null
  /** What was chosen before, to take the last choice back. */
  undoing: Undoing
  /** Everything counts at once; without it the fields count from Apply on (specification §4). */
  atOnce?: boolean
  /** Selects of the page itself. */
  children?: ReactNode
  /** What else the page chooses of its figures, beside the kinds of window. */
  beside?: ReactNode
  /** What the selects say, for a bar that is closed. */
  summary?: string
}

/** Phones and tablets open the fields in a sheet: 940 px at the usual size of text. */
const sheet = '(max-width: 58.75em)'

/**
 * The window of a page and what it shows of it. A kind of window and the arrows count at once; so does every field of a page
 * that has no Apply. Undo takes the last choice back; Clear goes back to the page's default.
 */
export function FilterBar(props: FilterBarProps) {
  const small = useMedia(sheet)
  const say = useTexts('filters')
  const { filter, undoing, atOnce = false, beside } = props
  const take = (chosen: ProductionFilter) => {
    undoing.remember()
    props.apply(chosen)
  }
  const kinds = <WindowKinds filter={filter} apply={take} />
  if (small) {
    return (
      <div className={styles.small} data-screen-only>
        {kinds}
        <Sheet {...{ ...props, take }} />
        {beside}
      </div>
    )
  }
  return (
    <section
      className={`panel ${styles.bar}`}
      aria-label={say('filters')}
      data-filters
      data-screen-only
    >
      {!atOnce && (
        <div className={styles.first}>
          {kinds}
          {beside}
        </div>
      )}
      <Fields
        {...{ ...props, take }}
        inline={false}
        kinds={atOnce && kinds}
        beside={atOnce && beside}
      />
    </section>
  )
}

type Taking = FilterBarProps & { take: FilterBarProps['apply'] }

/** The fields behind a button that says what they are set to. */
function Sheet(props: Taking) {
  const say = useTexts('filters')
  const [open, setOpen] = useState(false)
  const { filter, take, clear, atOnce = false, summary } = props
  const oneDay = filter.startDate === filter.endDate
  const close = () => setOpen(false)
  return (
    <>
      <WindowSteps {...{ filter }} apply={take}>
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
              {summary ?? choicesText(filter)}, {filter.zone}
            </small>
          </span>
        </button>
      </WindowSteps>
      <Drawer.Root
        opened={open}
        onClose={close}
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
              kinds={null}
              beside={null}
              take={(filter) => {
                // What counts at once is followed by the next choice.
                if (!atOnce) close()
                take(filter)
              }}
              clear={
                clear &&
                (() => {
                  close()
                  clear()
                })
              }
            />
          </div>
        </Drawer.Content>
      </Drawer.Root>
    </>
  )
}

function Fields({
  filter,
  choices,
  take,
  clear,
  undoing,
  atOnce = false,
  children,
  inline,
  kinds,
  beside,
}: Taking & { inline: boolean; kinds: ReactNode }) {
  const say = useTexts('filters')
  const { factory } = usePageTimes()
  const [held, hold] = useState({ of: filter, draft: filter, tried: false })
  // A filter that came from elsewhere, a slice or the back button, is what the bar shows.
  // The minutes of a window that follows the clock change nothing that is being chosen.
  if (!sameQuestion(held.of, filter)) hold({ of: filter, draft: filter, tried: false })
  const { draft, tried } = held
  const settle = (chosen: ProductionFilter) => {
    if (filterFault(chosen) === null) take(chosen)
    else hold({ of: filter, draft: chosen, tried: true })
  }
  const change = (part: Partial<ProductionFilter>) => {
    const chosen = { ...draft, ...part }
    if (atOnce) settle(chosen)
    else hold({ of: filter, draft: chosen, tried: false })
  }
  const changeWindow = (window: Partial<FilterWindow>, preset: WindowPreset | null = null) =>
    change({ ...window, preset: preset ?? undefined })
  // While a time is typed it passes through others: it counts when its field is left.
  const changeTime = (part: Partial<FilterWindow>) =>
    hold({ of: filter, draft: { ...draft, ...part, preset: undefined }, tried: false })
  const leaveTimes = () => {
    if (atOnce && !sameQuestion(draft, filter)) settle(draft)
  }
  const fault = filterFault(draft)
  const choosesZone = zoneOptions(draft.zone, factory?.zone).length > 1
  const times = (
    <Times
      window={draft}
      change={changeTime}
      leave={leaveTimes}
      isWrong={tried && fault !== null}
    />
  )
  const field = (
    <TimePeriodField
      window={draft}
      change={changeWindow}
      closed={leaveTimes}
      {...{ inline }}
      {...(atOnce && {
        text: pickedText(draft, fault === null ? shiftOfWindow(draft, factory) : null),
        ...(!inline && { times }),
      })}
    />
  )
  return (
    <form
      className={styles.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        settle(draft)
      }}
    >
      {kinds}
      <Labelled label={say('timePeriod')} hidden={atOnce && !inline}>
        {inline ? (
          field
        ) : (
          <WindowSteps filter={draft} apply={take}>
            {field}
          </WindowSteps>
        )}
      </Labelled>
      {(!atOnce || inline) && (
        <Labelled label={say('timeRange')} side={choosesZone ? undefined : draft.zone}>
          {times}
        </Labelled>
      )}
      <TimesInField
        zone={draft.zone}
        change={(zone) => take({ ...(fault === null ? draft : filter), zone })}
      />
      {choices && (
        <Choices
          {...{ filter, draft, choices, change }}
          remove={(cause) => take({ ...filter, ...cause })}
        />
      )}
      {children}
      {beside}
      <Buttons {...{ undoing, clear }} submits={!atOnce} />
      {tried && fault !== null && (
        <p role="alert" className={styles.fault}>
          <IconAlertCircle size={16} />
          {fault}
        </p>
      )}
    </form>
  )
}

function Times({
  window,
  change,
  leave,
  isWrong,
}: {
  window: FilterWindow
  change: (part: Partial<FilterWindow>) => void
  leave: () => void
  isWrong: boolean
}) {
  const say = useTexts('filters')
  return (
    <div className={styles.range}>
      <TimeField
        label={say('startTime')}
        value={window.startTime}
        error={isWrong}
        change={(startTime) => change({ startTime })}
        leave={leave}
      />
      <span>{say('to')}</span>
      <TimeField
        label={say('endTime')}
        value={window.endTime}
        error={isWrong}
        change={(endTime) => change({ endTime })}
        leave={leave}
      />
    </div>
  )
}

function Buttons({
  undoing: { undo, remember },
  clear,
  submits,
}: Pick<FilterBarProps, 'undoing' | 'clear'> & { submits: boolean }) {
  const say = useTexts('filters')
  const quiet = { type: 'button', variant: 'subtle', className: styles.clear ?? '' } as const
  return (
    <div className={styles.buttons}>
      {/* Not `disabled`: a keyboard user would lose the focus with the press. Tab passes it by. */}
      <Button
        {...quiet}
        aria-disabled={undo === null}
        tabIndex={undo === null ? -1 : 0}
        onClick={() => undo?.()}
      >
        {say('undo')}
      </Button>
      {clear && (
        <Button
          {...quiet}
          onClick={() => {
            remember()
            clear()
          }}
        >
          {say('clear')}
        </Button>
      )}
      {submits && <Button type="submit">{say('apply')}</Button>}
    </div>
  )
}

/** Machine, tool and product, as far as the filter has them, and a state or alarm group that a slice has set. */
function Choices({
  filter,
  draft,
  choices,
  change,
  remove,
}: {
  filter: ProductionFilter
  draft: ProductionFilter
  choices: FilterChoices
  change: (part: Partial<ProductionFilter>) => void
  remove: (cause: Pick<ProductionFilter, 'recipe'>) => void
}) {
  const say = useTexts('filters')
  return (
    <>
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
              onClick={() => remove({ recipe: everything })}
            >
              <IconX size={16} />
            </button>
          </span>
        </Labelled>
      )}
    </>
  )
}
