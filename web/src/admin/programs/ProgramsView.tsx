import { Button } from '@mantine/core'
import {
  addProgramKey,
  deleteProgramKey,
  type ProgramKeyRow,
  type ProgramWay,
  programKeys,
  programLines,
  programWays,
  rotateProgramKey,
} from '@packboard/contract'
import {
  addDays,
  formatDateTime,
  formatDay,
  localDate,
  type ProgramGroup,
  programGroups,
  programKeyLimits,
} from '@packboard/model'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { clientQueries } from '../../clients/clientQueries.ts'
import { useUsualClient } from '../../clients/useUsualClient.ts'
import { ConfirmModal } from '../../crud/ConfirmModal.tsx'
import { CrudTable } from '../../crud/CrudTable.tsx'
import type { FormSpec } from '../../crud/FormModal.tsx'
import { firstMissing, listed, namedField, options, type Values } from '../../crud/formFields.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import { ShownOnce } from '../../crud/ShownOnce.tsx'
import { formatCount } from '../../i18n/formatNumber.ts'
import { textsOf, useTexts } from '../../i18n/useTexts.ts'
import { IconCopy } from '../../icons/furtherIcons.ts'
import { IconCheck, IconRefresh } from '../../icons/icons.ts'
import { usePerson } from '../../session/useSession.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { serverNow } from '../../time/serverClock.ts'
import { useShownZone } from '../../time/zone.ts'
import type { DialogProps } from '../../ui/Dialog.tsx'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { useCopy } from '../../ui/useCopy.ts'
import { useOpening } from '../../ui/useOpening.ts'
import { panelQueries } from '../panelQueries.ts'
import styles from './ProgramsView.module.css'

const keysQuery = queryOptions({
  queryKey: ['panel', 'programKeys'],
  queryFn: async ({ signal }) => (await call(programKeys, {}, signal)).keys,
})

type MadeKey = { readonly name: string; readonly key: string; readonly oldUntil: Date | null }

/** Keys by which programs read, made here and shown once, and lines that read with them. */
export function ProgramsView() {
  const say = useTexts('programs')
  const person = usePerson()
  const queries = useQueryClient()
  const query = useQuery(keysQuery)
  const isAdmin = person.permissions.manageInstallation
  const shown = useOpening<MadeKey>()
  const rotation = useOpening<ProgramKeyRow>()
  const refresh = () => void queries.invalidateQueries({ queryKey: keysQuery.queryKey })
  const show = (made: MadeKey) => {
    shown.open(made)
    refresh()
  }
  const zone = useShownZone()
  const form = useKeyForm(show)
  const readsText = ({ clientName, distributorName }: ProgramKeyRow) =>
    clientName ?? distributorName ?? say('reads.all')
  const groupsText = ({ groups }: ProgramKeyRow) =>
    groups.map((group) => say(`group.${group}`)).join(', ')
  return (
    <div className={styles.columns}>
      <CrudTable
        title={say('keys')}
        noun={say('aKey')}
        query={query}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={[
          {
            ...{ key: 'name', title: say('name'), wide: true },
            text: (row: ProgramKeyRow) => (isAdmin ? `${row.name} ${readsText(row)}` : row.name),
            cell: (row: ProgramKeyRow) => (
              <span>
                {row.name}
                {isAdmin && <small className={styles.more}>{readsText(row)}</small>}
              </span>
            ),
          },
          { key: 'groups', title: say('groups'), text: groupsText, wide: true },
          {
            ...{ key: 'ends', title: say('ends'), labelOnPhone: true },
            text: ({ expiresAt }: ProgramKeyRow) => expiresAt.toISOString(),
            cell: ({ expiresAt, oldUntil }: ProgramKeyRow) => (
              <>
                <KeepDates>{formatDay(expiresAt, zone)}</KeepDates>
                {oldUntil && (
                  <small className={styles.more}>
                    <KeepDates>
                      {say('oldUntil', { until: formatDateTime(oldUntil, zone) })}
                    </KeepDates>
                  </small>
                )}
              </>
            ),
          },
          {
            ...{ key: 'used', title: say('lastUsed'), labelOnPhone: true },
            text: ({ lastUsedAt }: ProgramKeyRow) => lastUsedAt?.toISOString() ?? say('never'),
            cell: ({ lastUsedAt, lastAddress }: ProgramKeyRow) =>
              lastUsedAt ? (
                <>
                  <DateTime at={lastUsedAt} />
                  <small className={styles.more}>
                    {say('lastAddress', { address: lastAddress })}
                  </small>
                </>
              ) : (
                say('never')
              ),
          },
          {
            ...{ key: 'today', title: say('today'), numeric: true, labelOnPhone: true },
            text: ({ callsToday }: ProgramKeyRow) => formatCount(callsToday),
          },
        ]}
        form={form}
        rights={() => ({ edit: false })}
        hint={say('hint')}
        removal={{
          consequence: ({ name }: ProgramKeyRow) => say('gone', { name }),
          send: async ({ id }: ProgramKeyRow) => {
            await call(deleteProgramKey, { params: { id } })
            refresh()
          },
          done: say('deleted'),
          failed: say('kept'),
        }}
        moreActions={(row) => (
          <IconButton
            label={say('rotateNamed', { name: row.name })}
            icon={IconRefresh}
            onClick={() => rotation.open(row)}
          />
        )}
      />
      <Examples />
      {rotation.about && (
        <RotateModal
          key={rotation.about.id}
          row={rotation.about}
          made={show}
          {...rotation.dialog}
        />
      )}
      {shown.about && <KeyMade key={shown.about.key} made={shown.about} {...shown.dialog} />}
    </div>
  )
}

/** The form of a new key. An admin chooses what it reads; a distributor and a client's administrator make keys of their own. */
function useKeyForm(made: (made: MadeKey) => void): () => FormSpec {
  const say = useTexts('programs')
  const { permissions, clientId: ownClient, distributorId: ownDistributor } = usePerson()
  const isAdmin = permissions.manageInstallation
  const clients = useQuery({ ...clientQueries.names(), enabled: isAdmin })
  const distributors = useQuery({ ...panelQueries.distributors(), enabled: isAdmin })
  const form = (): FormSpec => ({
    initial: {
      name: '',
      reads: 'client',
      clientId: '',
      distributorId: '',
      groups: '',
      expires: '',
    },
    fields: ({ reads }) => [
      namedField(say, 'name', { required: true, hint: say('nameHint') }),
      ...(isAdmin ? ownerFields(reads ?? '') : []),
      namedField(say, 'groups', {
        ...{ kind: 'list' as const, required: true, hint: say('groupsHint') },
        options: programGroups.map((value) => ({ value, label: say(`group.${value}`) })),
      }),
      namedField(say, 'expires', {
        kind: 'date',
        hint: say('expiresHint', {
          days: programKeyLimits.days,
          most: programKeyLimits.daysAtMost,
        }),
      }),
    ],
    problem: firstMissing,
    send: async (values) => {
      const { key } = await call(addProgramKey, { body: bodyOf(values, ownerOf(values)) })
      made({ name: (values.name ?? '').trim(), key, oldUntil: null })
      return say('success')
    },
  })
  const ownerFields = (reads: string) => [
    namedField(say, 'reads', {
      ...{ kind: 'select' as const, required: true },
      options: (['client', 'distributor', 'all'] as const).map((value) => ({
        value,
        label: say(`reads.${value}`),
      })),
    }),
    ...(reads === 'client'
      ? [
          namedField(say, 'clientId', {
            ...{ kind: 'select' as const, required: true },
            options: options(clients.data?.clients, ({ name }) => name),
          }),
        ]
      : []),
    ...(reads === 'distributor'
      ? [
          namedField(say, 'distributorId', {
            ...{ kind: 'select' as const, required: true },
            options: options(distributors.data, ({ name }) => name),
          }),
        ]
      : []),
  ]
  function ownerOf({ reads, clientId, distributorId }: Values) {
    if (ownClient !== null) return { clientId: ownClient }
    if (!isAdmin) return { distributorId: ownDistributor ?? undefined }
    if (reads === 'client') return { clientId: Number(clientId) }
    return reads === 'distributor' ? { distributorId: Number(distributorId) } : {}
  }
  return form
}

function bodyOf(
  { name, groups, expires }: Values,
  owner: { clientId?: number; distributorId?: number | undefined },
) {
  return {
    ...owner,
    name: (name ?? '').trim(),
    groups: listed(groups).flatMap((word) => programGroups.filter((group) => group === word)),
    // Until the end of that day.
    ...(expires ? { expires: `${expires}T23:59:59.999Z` } : {}),
  }
}

/** The key itself. It is shown only once: it cannot be read again, not even by the provider. */
function KeyMade({
  made: { name, key, oldUntil },
  opened,
  onClose,
}: { made: MadeKey } & DialogProps) {
  const say = useTexts('programs')
  const zone = useShownZone()
  return (
    <ShownOnce
      {...{ name, value: key, opened, onClose }}
      words={{
        ...{ title: say('aKey'), label: say('keyOf', { name }) },
        ...{ done: say('done'), copy: say('copyKey'), copied: say('copied') },
        ...{ byHand: say('copyByHand'), now: say('copyNow') },
      }}
    >
      <p>{say('keyUse', { c: (inner) => <code>{inner}</code> })}</p>
      {oldUntil && (
        <p>
          <KeepDates>{say('oldStays', { until: formatDateTime(oldUntil, zone) })}</KeepDates>
        </p>
      )}
    </ShownOnce>
  )
}

/** A second key under the same name: the program has a day to change over. */
function RotateModal({
  row: { id, name },
  made,
  ...dialog
}: { row: ProgramKeyRow; made: (made: MadeKey) => void } & DialogProps) {
  const say = useTexts('programs')
  return (
    <ConfirmModal
      title={say('rotateNamed', { name })}
      confirm={say('rotate')}
      busy={say('rotating')}
      consequence={say('rotateWhat', { hours: programKeyLimits.overlapHours })}
      send={() => call(rotateProgramKey, { params: { id } })}
      done={({ key, oldUntil }) => {
        showToast(textsOf('programs')('success'))
        made({ name, key, oldUntil })
      }}
      {...dialog}
    >
      <p>{say('rotateQuestion', { name, b: (inner) => <b>{inner}</b> })}</p>
    </ConfirmModal>
  )
}

const wayNames: Readonly<Record<ProgramWay, string>> = {
  curl: 'curl',
  python: 'Python',
  excel: 'Excel',
}
/** Where each call is described. */
const callsPage = '/api/docs'
/** The lines ask for the last days up to yesterday. */
const daysShown = 7

/** Examples that read what the key may read, as they are pasted. */
function Examples() {
  const say = useTexts('programs')
  const person = usePerson()
  const picks = person.permissions.chooseClient
  const clients = useQuery({ ...clientQueries.names(), enabled: picks })
  const usual = useUsualClient(clients.data?.clients)
  const zone = useShownZone()
  const [way, setWay] = useState<ProgramWay>('curl')
  const [group, setGroup] = useState<ProgramGroup>('stops')
  const clientId = person.clientId ?? usual ?? clients.data?.clients[0]?.id ?? 1
  const today = localDate(new Date(serverNow()), zone)
  const text = programLines(
    {
      ...{ url: window.location.origin, group, clientId, zone },
      ...{ from: addDays(today, -daysShown), to: addDays(today, -1) },
    },
    way,
  )
  const code = useRef<HTMLPreElement>(null)
  const { copied, copy } = useCopy(text, () => {
    if (code.current) window.getSelection()?.selectAllChildren(code.current)
  })
  const Icon = copied === 'yes' ? IconCheck : IconCopy
  return (
    <Panel title={say('examples')} className={styles.examples}>
      <p className={styles.note}>
        {say(way === 'excel' ? 'excelWhat' : 'linesWhat', { c: (inner) => <code>{inner}</code> })}
      </p>
      <Segmented
        label={say('tool')}
        value={way}
        options={programWays.map((value) => ({ value, label: wayNames[value] }))}
        choose={setWay}
      />
      <Segmented
        label={say('groups')}
        value={group}
        options={programGroups.map((value) => ({ value, label: say(`group.${value}`) }))}
        choose={setGroup}
      />
      <div className={styles.code}>
        <pre ref={code}>{text}</pre>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon size={16} />}
          onClick={() => void copy()}
        >
          {say(copied === 'yes' ? 'copied' : 'copyLines')}
        </Button>
      </div>
      <dl className={styles.facts}>
        <dt>{say('callsAtMost')}</dt>
        <dd>{say('callsASecond', { count: programKeyLimits.callsPerSecond })}</dd>
        <dt>{say('rowsACall')}</dt>
        <dd className="digits">{formatCount(programKeyLimits.rows)}</dd>
        <dt>{say('allCalls')}</dt>
        <dd>
          <a href={callsPage}>{callsPage}</a>
        </dd>
      </dl>
    </Panel>
  )
}
