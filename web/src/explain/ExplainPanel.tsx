import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { Button, Drawer } from '@mantine/core'
import type { ExplainedTerm, ExplainQuery, Explanation } from '@packboard/contract'
import {
  formatClock,
  formatDateTime,
  formatDuration,
  localDate,
  lowCoverageBelow,
} from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { holdFigures } from '../filter/figureQuery.ts'
import { addressOfQuestion } from '../filter/filterWire.ts'
import { formatPercent } from '../i18n/formatNumber.ts'
import { withTexts } from '../i18n/language.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle, IconHistory } from '../icons/icons.ts'
import { MovedLine, SettingsLine } from '../kpis/MovedLine.tsx'
import { serverNow } from '../time/serverClock.ts'
import { useShownZone } from '../time/zone.ts'
import { KeepDates } from '../ui/KeepDates.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useOpenAfterMount } from '../ui/useOpenAfterMount.ts'
import { ExplainedIntervals, explainQueries } from './ExplainedIntervals.tsx'
import styles from './ExplainPanel.module.css'
import {
  appliedWords,
  definitionOf,
  excludedWords,
  formatAmount,
  formatExactly,
  formatShort,
  formulaOf,
  formulaWithNumbers,
  nameOf,
  noteOf,
  type TermUnit,
  titleOf,
} from './explainWords.ts'
import { OeeeTree } from './OeeeTree.tsx'

const DefinitionsDialog = lazy(async () => {
  const found = await withTexts(import('./DefinitionsDialog.tsx'), 'definitions')
  return { default: found.DefinitionsDialog }
})

/** How a figure came about: formula, terms, what was left out, how much was observed, and every interval of it. */
export function ExplainPanel({
  name,
  question,
  opened,
  onClose,
}: {
  name: string
  question: ExplainQuery
  opened: boolean
  onClose: () => void
}) {
  const say = useTexts('ui')
  const explanation = useQuery({ ...explainQueries.explanation(question), enabled: opened })
  // The card shows the same number as long as its explanation is read (D76).
  useEffect(() => (opened ? holdFigures() : undefined), [opened])
  const [definitions, showDefinitions] = useState<'never' | 'shown' | 'left'>('never')
  const isExplained = useOpenAfterMount(opened && definitions !== 'shown')
  return (
    <>
      <Drawer.Root
        opened={isExplained}
        onClose={onClose}
        position="right"
        size={600}
        classNames={{
          content: styles.content ?? '',
          header: styles.header ?? '',
          title: styles.title ?? '',
          close: styles.close ?? '',
        }}
        // In the tree the panel hangs under the card that opened it, whose own click must not hear these.
        onClick={(event) => event.stopPropagation()}
      >
        <Drawer.Overlay backgroundOpacity={0.6} />
        <Drawer.Content>
          {/* The head of a panel is not the banner of the page. */}
          <Drawer.Header role="none">
            <Drawer.Title>{name}</Drawer.Title>
            <Drawer.CloseButton aria-label={say('close')} iconSize={20} />
          </Drawer.Header>
          {/* Walked through and not read aloud as it opens, as a Drawer.Body would be. */}
          <div className={styles.body}>
            <Loadable
              query={explanation}
              emptyText={say('noData')}
              isEmpty={() => false}
              waiting={<Waiting />}
            >
              {(answer) => (
                <Explained
                  {...{ name, answer, question }}
                  showDefinitions={() => showDefinitions('shown')}
                />
              )}
            </Loadable>
          </div>
        </Drawer.Content>
      </Drawer.Root>
      {definitions !== 'never' && (
        <Suspense fallback={null}>
          <DefinitionsDialog
            question={question}
            opened={opened && definitions === 'shown'}
            onClose={() => {
              showDefinitions('left')
              onClose()
            }}
            explain={() => showDefinitions('left')}
          />
        </Suspense>
      )}
    </>
  )
}

const shownValue = (value: number | null, unit: TermUnit) =>
  unit === 's' && value !== null ? formatDuration(value) : formatShort(value, unit)

/** A change too small for the digits of a card is shown with all digits. */
const writerOf =
  (
    {
      before = null,
      after,
    }: { readonly before?: number | null | undefined; readonly after: number | null },
    unit: TermUnit,
  ) =>
  (value: number | null) =>
    shownValue(before, unit) === shownValue(after, unit)
      ? formatExactly(value, unit)
      : shownValue(value, unit)

type ExplainedProps = {
  name: string
  answer: Explanation
  question: ExplainQuery
  showDefinitions: () => void
}

function Explained({ name, answer, question, showDefinitions }: ExplainedProps) {
  const say = useTexts('explain')
  const zone = useShownZone()
  const { value, unit, terms, excluded, coverage, restatement, moved, provisional } = answer
  const title = titleOf(question)
  const filled = formulaWithNumbers(question, terms)
  return (
    <>
      {title !== name && <p className={styles.what}>{title}</p>}
      <p className={styles.value}>
        <b>{shownValue(value, unit)}</b>
        <span>{formatExactly(value, unit)}</span>
      </p>
      {moved && (
        <MovedLine className={styles.restated} moved={moved} write={writerOf(moved, unit)} />
      )}
      {answer.settingChanges && (
        <AppliedSettings settingChanges={answer.settingChanges} {...{ unit, zone }} />
      )}
      {question.figure === 'oeee' && value !== null && coverage === null && (
        <p className={styles.restated}>
          <IconAlertTriangle size={16} />
          {say('allClosed')}
        </p>
      )}
      {restatement && (
        <p className={styles.restated}>
          <IconHistory size={16} />
          {restatementSentence(restatement, unit, new Date(serverNow()), zone)}
        </p>
      )}
      {provisional && (
        <p className={styles.restated}>
          <IconAlertTriangle size={16} />
          {say('provisional', { machines: provisional.join(', ') })}
        </p>
      )}

      <Part title={say('definition')}>
        <p>{definitionOf(question)}</p>
      </Part>

      <Part title={say('formula')}>
        {question.figure === 'oeee' && <OeeeParts {...{ terms, question }} />}
        <div className={styles.formula}>
          <p>{formulaOf(question, terms)}</p>
          {filled && <p className={styles.filled}>{filled}</p>}
        </div>
        {question.figure === 'oeee' && (
          <Button variant="default" className={styles.more ?? ''} onClick={showDefinitions}>
            {say('definitions')}
          </Button>
        )}
      </Part>

      {terms.length > 0 && (
        <Part title={say('terms')}>
          <dl className={styles.terms}>
            {terms.map((term) => {
              const note = noteOf(term)
              return (
                <div key={`${term.term} ${term.of} ${term.machine}`}>
                  <dt>{nameOf(term)}</dt>
                  <Amount value={term.value} unit={term.unit} />
                  {note && <dd className={styles.note}>{note}</dd>}
                </div>
              )
            })}
          </dl>
        </Part>
      )}

      <Part title={say('excluded')}>
        {excluded.length === 0 ? (
          <p className={styles.nothing}>{say('nothingExcluded')}</p>
        ) : (
          <dl className={styles.terms}>
            {excluded.map(({ what, seconds }) => {
              const words = excludedWords(what)
              return (
                <div key={what}>
                  <dt>{words.what}</dt>
                  <Amount value={seconds} unit="s" />
                  <dd className={styles.note}>{words.why}</dd>
                </div>
              )
            })}
          </dl>
        )}
      </Part>

      <Part title={say('coverage')}>
        <p className={styles.coverage}>
          {say('observed', {
            percent: formatPercent(coverage),
            share: (inner) => <b>{inner}</b>,
          })}
          {coverage !== null && coverage < lowCoverageBelow && (
            <span>
              <IconAlertTriangle size={16} />
              {say('lowCoverage')}
            </span>
          )}
        </p>
      </Part>

      <Part title={say(question.figure === 'alarmGroup' ? 'alarms' : 'intervals')}>
        <ExplainedIntervals
          {...{ question, unit, value }}
          hasRecovered={terms.some(({ term }) => term.startsWith('recovered'))}
        />
      </Part>
    </>
  )
}

/** The factors of OEEE, and the way to what it loses. */
function OeeeParts({
  terms,
  question,
}: {
  terms: readonly ExplainedTerm[]
  question: ExplainQuery
}) {
  return (
    <>
      <OeeeTree terms={terms} />
      <p>
        <a href={`/admin/losses?${addressOfQuestion(question)}`}>{textsOf('explain')('losses')}</a>
      </p>
    </>
  )
}

/** The settings that were applied to the past of a figure, and how they moved it. */
function AppliedSettings({
  settingChanges,
  unit,
  zone,
}: {
  settingChanges: NonNullable<Explanation['settingChanges']>
  unit: TermUnit
  zone: string
}) {
  return (
    <div className={styles.applied}>
      <SettingsLine
        className={styles.restated}
        moved={settingChanges}
        write={writerOf(settingChanges, unit)}
      />
      <ul>
        {settingChanges.changes.map((change) => (
          <li key={`${change.kind} ${change.code} ${change.product} ${change.at.getTime()}`}>
            <KeepDates>{appliedWords(change, zone)}</KeepDates>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Amount({ value, unit }: { value: number | null; unit: TermUnit }) {
  const { read, exact } = formatAmount(value, unit)
  return (
    <dd>
      {read}
      {exact && <small>{exact}</small>}
    </dd>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Waiting() {
  const say = useTexts('ui')
  return (
    <div className={styles.waiting}>
      <p aria-hidden="true">{say('loading')}</p>
      <Skeleton width="40%" height={32} />
      <Skeleton width="100%" height={64} />
      <Skeleton width="100%" height={120} />
      <Skeleton width="100%" height={200} />
    </div>
  )
}

/** `64.5 % until 07:12, 64.9 % after 212 late records`; the day is named when it is not the one of `now`. */
export function restatementSentence(
  { before, until, after, records }: NonNullable<Explanation['restatement']>,
  unit: TermUnit,
  now: Date,
  zone: string,
): string {
  const write = writerOf({ before, after }, unit)
  const sameDay = localDate(until, zone) === localDate(now, zone)
  const at = sameDay ? formatClock(until, zone) : formatDateTime(until, zone)
  return textsOf('explain')('restated', {
    ...{ before: write(before), at: at.slice(0, -3), after: write(after), records },
  })
}
