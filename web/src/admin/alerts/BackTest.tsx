import { type AlertRuleWire, type BackTestAnswer, backTestAlertRule } from '@packboard/contract'
import { formatDateTime, formatTimeInState, isBackTested, periodFilter } from '@packboard/model'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { GroupChip } from '../../charts/GroupChip.tsx'
import { openFilter } from '../../filter/filter.ts'
import { searchOfFilter } from '../../filter/searchOfFilter.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconAlertTriangle } from '../../icons/icons.ts'
import { searchOfStop } from '../../stops/windowAround.ts'
import { serverNow } from '../../time/serverClock.ts'
import { useShownZone } from '../../time/zone.ts'
import { FailedMark } from '../../ui/Loadable.tsx'
import styles from './BackTest.module.css'
import { openingsPerDay } from './backTestDays.ts'
import { isManyADay, ruleFault, wantsAnyway } from './ruleDraft.ts'

const pauseMs = 600
const dayMs = 86_400_000
const testedDays = 30

type Tested = { readonly from: Date; readonly to: Date }

/** What of a rule decides when it opens: another name or step changes nothing. */
const testedOf = (rule: AlertRuleWire): AlertRuleWire => ({
  ...rule,
  ...{ name: '–', enabled: true, text: undefined, steps: [], repeatSeconds: undefined },
  severity: 'info',
})

const backTestQuery = (clientId: number, rule: AlertRuleWire, { from, to }: Tested) =>
  queryOptions({
    queryKey: ['alerts', clientId, 'backTest', rule, from, to],
    queryFn: ({ signal }) =>
      call(backTestAlertRule, { params: { clientId }, body: { rule, from, to } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })

/** When the rule that is edited would have opened in the last 30 days: requested 600 ms after the last change. */
export function useBackTest(clientId: number, rule: AlertRuleWire) {
  const [window] = useState((): Tested => {
    const to = new Date(Math.floor(serverNow() / 60_000) * 60_000)
    return { from: new Date(to.getTime() - testedDays * dayMs), to }
  })
  const isWhole = ruleFault({ ...rule, name: '–', steps: [] }) === null
  const has = isBackTested(rule.condition.kind)
  const [tested, settle] = useState(rule)
  const key = JSON.stringify(testedOf(rule))
  useEffect(() => {
    const timer = setTimeout(() => settle(JSON.parse(key)), pauseMs)
    return () => clearTimeout(timer)
  }, [key])
  const query = useQuery({
    ...backTestQuery(clientId, testedOf(tested), window),
    enabled: isWhole && has && ruleFault({ ...tested, name: '–', steps: [] }) === null,
  })
  const isOld = JSON.stringify(testedOf(tested)) !== key || query.isPlaceholderData
  const answer = has && isWhole ? query.data : undefined
  return {
    ...{ window, has, isWhole, query, answer },
    isOld: isOld || query.isFetching,
    wantsAnyway: answer !== undefined && wantsAnyway(answer.perDay),
  }
}

/** The answer of the back-test beside the rule: how often, on which days, and each with the way to its stop. */
export function BackTest({
  clientId,
  test: { window, has, isWhole, query, answer, isOld },
}: {
  clientId: number
  test: ReturnType<typeof useBackTest>
}) {
  const say = useTexts('alertRules')
  return (
    <section className={styles.test} aria-label={say('backTest')} aria-busy={isOld && has}>
      <p className={styles.title}>
        {say('backTest')}
        {has && isWhole && isOld && <span role="status"> · {say('testing')}</span>}
      </p>
      {!has || answer?.withoutPast ? (
        <p className={styles.words}>{say('withoutPast')}</p>
      ) : !isWhole ? (
        <p className={styles.words}>{say('completeFirst')}</p>
      ) : query.isError ? (
        <>
          <p className={styles.words}>{say('testFailed')}</p>
          <FailedMark retry={query.refetch} />
        </>
      ) : (
        answer && (
          <div className={styles.answer} data-old={isOld}>
            <Answer {...{ clientId, answer, window }} />
          </div>
        )
      )}
    </section>
  )
}

const mostListed = 50

function Answer({
  clientId,
  answer: { opened, inPlannedTime, late, perDay, list },
  window,
}: {
  clientId: number
  answer: BackTestAnswer
  window: Tested
}) {
  const say = useTexts('alertRules')
  const zone = useShownZone()
  const search = searchOfFilter(openFilter(periodFilter(window, zone), []))
  return (
    <>
      <h3>{say('wouldOpen', { count: opened, b: (inner) => <b>{inner}</b> })}</h3>
      <p className={styles.words}>
        {[
          opened > 0 && say('inPlanned', { count: inPlannedTime }),
          opened > 0 && say('mostOfDay', { count: perDay }),
          late > 0 && say('lateApart', { count: late }),
        ]
          .filter(Boolean)
          .join('; ')}
      </p>
      {isManyADay(perDay) && (
        <p className={styles.many} role="status">
          <IconAlertTriangle size={16} />
          {say(wantsAnyway(perDay) ? 'tooManyADay' : 'manyADay')}
        </p>
      )}
      <Days {...{ list, window, zone }} />
      <ul className={styles.list} aria-label={say('wouldList')}>
        {list.slice(0, mostListed).map((one) => (
          <li key={`${one.machineId} ${one.openedAt.toISOString()}`}>
            <Opening {...{ clientId, one, zone }} />
          </li>
        ))}
      </ul>
      <p className={styles.foot}>
        {opened + late > 0 && (
          <Link to="/admin/stops" search={{ ...search, client: clientId }}>
            {say('allOnTimeline')}
          </Link>
        )}
        {list.length > mostListed && (
          <span>{say('more', { count: opened + late - mostListed })}</span>
        )}
      </p>
    </>
  )
}

function Opening({
  clientId,
  one: { machineId, openedAt, clearedAt, late, cause, causeGroup },
  zone,
}: {
  clientId: number
  one: BackTestAnswer['list'][number]
  zone: string
}) {
  const say = useTexts('alertRules')
  const length = clearedAt
    ? formatTimeInState((clearedAt.getTime() - openedAt.getTime()) / 1_000)
    : say('stillOpen')
  const at = formatDateTime(openedAt, zone)
  const inside = (
    <>
      <time className="digits" dateTime={openedAt.toISOString()}>
        {`${at.slice(0, 5)} ${at.slice(11)}`}
      </time>
      <b>{machineId ?? say('ofClient')}</b>
      <span className={styles.cause}>
        {causeGroup !== '' && <GroupChip group={causeGroup} />}
        <span>{cause}</span>
      </span>
      {late && <small>{say('late')}</small>}
      <span className="digits">{length}</span>
    </>
  )
  if (machineId === null) return <span className={styles.opening}>{inside}</span>
  const end = clearedAt ?? new Date(serverNow())
  return (
    <Link
      className={styles.opening}
      to="/admin/productionData/$clientId/$machineId"
      params={{ clientId: String(clientId), machineId }}
      search={searchOfStop(openFilter(periodFilter({ from: openedAt, to: end }, zone), []), {
        start: openedAt,
        end,
      })}
    >
      {inside}
    </Link>
  )
}

/** A bar a day, neutral: its height is the count. */
function Days({
  list,
  window,
  zone,
}: {
  list: BackTestAnswer['list']
  window: Tested
  zone: string
}) {
  const say = useTexts('alertRules')
  const days = openingsPerDay(list, window, zone)
  const most = Math.max(1, ...days.map(({ count }) => count))
  const short = (day: string) => day.split('-').toReversed().slice(0, 2).join('-')
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  return (
    <div className={styles.days}>
      <ol aria-label={say('days', { from: short(first), to: short(last) })}>
        {days.map(({ day, count }) => (
          <li
            key={day}
            title={say('dayOf', { day: short(day), count })}
            style={{ height: `${count === 0 ? 0 : Math.max(8, (count / most) * 100)}%` }}
            data-none={count === 0}
          >
            <span className="spoken">{say('dayOf', { day: short(day), count })}</span>
          </li>
        ))}
      </ol>
      <p aria-hidden="true">
        <span>{short(first)}</span>
        <span>{short(last)}</span>
      </p>
    </div>
  )
}
