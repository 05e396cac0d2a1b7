import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { Button, MultiSelect, TagsInput, TextInput } from '@mantine/core'
import { alarmStatistics } from '@packboard/contract'
import {
  languages,
  machineStates,
  type ReasonAlarm,
  reasonCauses,
  reasonIcons,
  reasonLanguages,
  reasonLimits,
} from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { call } from '../../api/call.ts'
import { windowWire } from '../../filter/filterWire.ts'
import { presetWindow } from '../../filter/presetWindow.ts'
import { heldNumber, shownNumber } from '../../i18n/formatNumber.ts'
import { stateWord } from '../../i18n/stateWords.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconArrowDown, IconArrowUp, IconInfoCircle, IconX } from '../../icons/icons.ts'
import { reasonIconOf } from '../../reasons/reasonIcons.ts'
import type { StoredReason } from '../../reasons/useReasons.ts'
import { serverNow } from '../../time/serverClock.ts'
import { ChoiceSelect, dropdown } from '../../ui/ChoiceSelect.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import styles from './Reasons.module.css'
import { childrenOf, placeOf, type ReasonsDraft } from './reasonsDraft.ts'

/** One reason: names, symbol, what it counts as, and for which alarms and states it is proposed. */
export function ReasonForm({
  clientId,
  draft,
  reason,
  nameOf,
  change,
  putUnder,
  move,
  addUnder,
  remove,
  close,
}: {
  clientId: number
  draft: ReasonsDraft
  reason: StoredReason
  nameOf: (id: string) => string
  change: (part: Partial<StoredReason>) => void
  putUnder: (parent: string | null) => void
  move: (place: number) => void
  addUnder: () => void
  /** Missing: a label has it or had it. */
  remove?: () => void
  close: () => void
}) {
  const say = useTexts('stopBook')
  const id = useId()
  const { name, icon, planned, cause, setUp, overrunSeconds, alarms, states, retired, parent } =
    reason
  const place = placeOf(draft, reason.id)
  const level = draft.filter((each) => each.parent === parent).length
  const heads = childrenOf(draft, reason.id).length > 0
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A new reason is named first.
    if (first.current?.value === '') first.current.focus()
  }, [])
  const known = useKnownAlarms(clientId)
  const setName = (language: (typeof reasonLanguages)[number], text: string) =>
    change({ name: { ...name, [language]: text } })
  const valuesOf = (kind: ReasonAlarm['kind']) =>
    alarms.filter((alarm) => alarm.kind === kind).map(({ value }) => value)
  const setAlarms = (kind: ReasonAlarm['kind'], values: readonly string[]) =>
    change({
      alarms: [
        ...alarms.filter((alarm) => alarm.kind !== kind),
        ...values
          .map((value) => value.trim().slice(0, reasonLimits.alarmLength))
          .filter(Boolean)
          .map((value) => ({ kind, value })),
      ].slice(0, reasonLimits.alarms),
    })
  const [, ...others] = reasonLanguages
  return (
    <section
      className={`panel ${styles.form}`}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close()
      }}
    >
      <div className={styles.formHead}>
        <h2 id={id}>{nameOf(reason.id)}</h2>
        <button
          type="button"
          aria-label={say('closeReason')}
          title={say('closeReason')}
          onClick={close}
        >
          <IconX size={20} />
        </button>
      </div>
      <div className={styles.fields}>
        <TextInput
          ref={first}
          label={say('nameIn', { language: languages.en.name })}
          value={name.en}
          maxLength={reasonLimits.nameLength}
          required
          withAsterisk={false}
          autoComplete="off"
          onChange={(event) => setName('en', event.currentTarget.value)}
        />
        <details className={styles.others}>
          <summary>{say('otherLanguages', { count: others.length })}</summary>
          {others.map((language) => (
            <TextInput
              key={language}
              label={say('nameIn', { language: languages[language].name })}
              value={name[language] ?? ''}
              placeholder={name.en}
              maxLength={reasonLimits.nameLength}
              autoComplete="off"
              onChange={(event) => setName(language, event.currentTarget.value)}
            />
          ))}
        </details>
        <fieldset className={styles.icons}>
          <legend>{say('icon')}</legend>
          {reasonIcons.map((each) => {
            const Icon = reasonIconOf[each]
            return (
              <label key={each} title={say(`icon.${each}`)}>
                <input
                  type="radio"
                  name={`${id}-icon`}
                  checked={each === icon}
                  aria-label={say(`icon.${each}`)}
                  onChange={() => change({ icon: each })}
                />
                <Icon size={22} stroke={1.6} />
              </label>
            )
          })}
        </fieldset>
        <div className={styles.field}>
          <span aria-hidden="true">{say('countsAs')}</span>
          <Segmented
            label={say('countsAs')}
            value={planned ? 'planned' : 'unplanned'}
            options={[
              { value: 'planned', label: say('planned') },
              { value: 'unplanned', label: say('unplanned') },
            ]}
            choose={(value) => change({ planned: value === 'planned' })}
          />
        </div>
        <div className={styles.field}>
          <span aria-hidden="true">{say('causeLies')}</span>
          <Segmented
            label={say('causeLies')}
            value={cause}
            options={reasonCauses.map((value) => ({ value, label: say(`cause.${value}`) }))}
            choose={(value) => change({ cause: value })}
          />
        </div>
        <div className={styles.field}>
          <span aria-hidden="true">{say('lossClass')}</span>
          <Segmented
            label={say('lossClass')}
            value={setUp ? 'setUp' : 'stop'}
            options={[
              { value: 'stop', label: say('lossClass.stop') },
              { value: 'setUp', label: say('lossClass.setUp') },
            ]}
            choose={(value) => change({ setUp: value === 'setUp' })}
          />
        </div>
        <TextInput
          label={say('plannedUpToMinutes')}
          description={say('overrunHint')}
          inputMode="decimal"
          disabled={!planned}
          value={overrunSeconds === null ? '' : shownNumber(String(overrunSeconds / 60))}
          onChange={(event) => change({ overrunSeconds: secondsOf(event.currentTarget.value) })}
        />
        <div className={styles.half}>
          <ChoiceSelect
            label={say('under')}
            data={[
              { value: 'top', label: say('atTop') },
              ...draft
                .filter((each) => each.parent === null && each.id !== reason.id)
                .map((each) => ({ value: each.id, label: nameOf(each.id) })),
            ]}
            value={parent ?? 'top'}
            disabled={heads}
            onChange={(value) => putUnder(value === 'top' ? null : value)}
          />
          <div className={styles.field}>
            <span>{say('order', { place: place + 1, count: level })}</span>
            <span className={styles.moves}>
              <Button
                variant="default"
                aria-label={say('moveUp')}
                disabled={place <= 0}
                onClick={() => move(place - 1)}
              >
                <IconArrowUp size={18} />
              </Button>
              <Button
                variant="default"
                aria-label={say('moveDown')}
                disabled={place >= level - 1}
                onClick={() => move(place + 1)}
              >
                <IconArrowDown size={18} />
              </Button>
            </span>
          </div>
        </div>
        <TagsInput
          label={say('forAlarms')}
          description={say('forAlarmsHint')}
          data={known.texts}
          value={valuesOf('text')}
          splitChars={[]}
          limit={20}
          maxTags={reasonLimits.alarms}
          comboboxProps={dropdown}
          onChange={(values) => setAlarms('text', values)}
        />
        <TagsInput
          label={say('forGroups')}
          data={known.groups}
          value={valuesOf('group')}
          splitChars={[]}
          limit={20}
          maxTags={reasonLimits.alarms}
          comboboxProps={dropdown}
          onChange={(values) => setAlarms('group', values)}
        />
        <MultiSelect
          label={say('forStates')}
          description={say('forStatesHint')}
          data={machineStates.map(({ code }) => ({ value: String(code), label: stateWord(code) }))}
          value={states.map(String)}
          searchable
          maxDropdownHeight={280}
          comboboxProps={dropdown}
          onChange={(values) => change({ states: values.map(Number) })}
        />
        <p className={styles.effect}>
          <IconInfoCircle size={18} />
          <span>{say('usedTimes', { count: reason.used30Days })}</span>
        </p>
        <div className={styles.formActs}>
          {parent === null && !retired && (
            <Button variant="default" onClick={addUnder}>
              {say('addUnder')}
            </Button>
          )}
          <Button variant="default" onClick={() => change({ retired: !retired })}>
            {say(retired ? 'offerAgain' : 'retire')}
          </Button>
          {remove ? (
            <Button variant="default" onClick={remove}>
              {say('remove')}
            </Button>
          ) : (
            <p className={styles.hint}>{say('usedStays')}</p>
          )}
        </div>
      </div>
    </section>
  )
}

/** Minutes as they were typed; null where there is no number. */
function secondsOf(typed: string): number | null {
  const held = heldNumber(typed).trim()
  const minutes = Number(held)
  return held === '' || Number.isNaN(minutes) ? null : Math.round(minutes * 60)
}

/** The alarms of the last 30 days, to choose from; a text may also be typed. */
function useKnownAlarms(clientId: number): { texts: string[]; groups: string[] } {
  const { data } = useQuery({
    queryKey: ['panel', 'knownAlarms', clientId],
    queryFn: ({ signal }) => {
      const window = presetWindow('Last 30 Days', new Date(serverNow()), 'UTC')
      return call(alarmStatistics, { query: { clientId, ...windowWire(window) } }, signal)
    },
    staleTime: 600_000,
  })
  return {
    texts: [...new Set((data?.alarms ?? []).map(({ description }) => description))],
    groups: [...new Set((data?.groups ?? []).map(({ group }) => group))].filter(Boolean),
  }
}
