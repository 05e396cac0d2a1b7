import { Button } from '@mantine/core'
import {
  categoryNames,
  clientSettings,
  machineSettings,
  machineTypeSettings,
  type OwnSettings,
  previewClientSettings,
  previewMachineSettings,
  previewMachineTypeSettings,
  type Setting,
  type SettingInput,
  setClientSettings,
  setMachineSettings,
  setMachineTypeSettings,
} from '@packboard/contract'
import {
  type ClientSettingKind,
  clientSettingKinds,
  machineStates,
  noFigure,
  ruleEditions,
} from '@packboard/model'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { type FormField, numberOf, type Values } from '../../crud/formFields.ts'
import { stateWord } from '../../i18n/stateWords.ts'
import { type Say, useTexts } from '../../i18n/useTexts.ts'
import { IconHistory } from '../../icons/icons.ts'
import { usePerson } from '../../session/useSession.ts'
import { serverNow } from '../../time/serverClock.ts'
import { useNow } from '../../time/useNow.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { Loadable } from '../../ui/Loadable.tsx'
import { useOpening } from '../../ui/useOpening.ts'
import { refreshLists } from '../panelQueries.ts'
import { type DatedCalls, DatedEditor, type DatedEntry } from './DatedEditor.tsx'
import { Applying, History } from './History.tsx'
import {
  settingKey,
  settingName,
  settingRows,
  standing,
  usualValue,
  validWords,
  valueWords,
  wallNow,
} from './settingRows.ts'
import styles from './useSettings.module.css'

/** What the settings are of: what a machine has of its own comes before its type; by those of a client are all its figures. */
type Owner = 'machine' | 'machineType' | 'client'

/** The button in a row and the dialog that it opens: of machines, of machine types or of clients. */
export function useSettings(owner: Owner) {
  const say = useTexts('settings')
  const opening = useOpening<{ readonly id: number; readonly name: string }>()
  return {
    action: (id: number, name: string) => (
      <Button
        variant="default"
        size="xs"
        data-named
        leftSection={<IconHistory size={16} />}
        aria-label={say('settingsOf', { name })}
        onClick={() => opening.open({ id, name })}
      >
        {say('settings')}
      </Button>
    ),
    modal: opening.about && (
      <SettingsDialog key={opening.times} {...{ owner, ...opening.about, ...opening.dialog }} />
    ),
  }
}

/** While a change of the past is computed, its progress is read again. */
export const applyingMs = 1_500

const settingsQuery = (owner: Owner, id: number) =>
  queryOptions({
    queryKey: ['panel', 'settings', owner, id],
    queryFn: ({ signal }) =>
      owner === 'client'
        ? call(clientSettings, { params: { clientId: id } }, signal)
        : call(
            owner === 'machine' ? machineSettings : machineTypeSettings,
            { params: { id } },
            signal,
          ),
    refetchInterval: ({ state }) => (state.data?.applying.length ? applyingMs : false),
  })

/** A setting that can be entered; of a category without a state, the state is chosen in the form. */
type Key = {
  readonly kind: SettingInput['kind'] | 'targetSpeed' | ClientSettingKind
  readonly code: number | null
}

function SettingsDialog({
  owner,
  id,
  name,
  ...dialog
}: { owner: Owner; id: number; name: string } & DialogProps) {
  const say = useTexts('settings')
  const query = useQuery(settingsQuery(owner, id))
  const [edited, edit] = useState<Key | null>(null)
  const title = edited
    ? say('settingOf', { setting: keyName(edited, say), name })
    : say('settingsOf', { name })
  return (
    <Dialog title={title} width={760} {...dialog}>
      <Loadable
        query={{ ...query, isError: query.isError && query.data === undefined }}
        isEmpty={() => false}
        saysLoading
      >
        {(stored) =>
          edited ? (
            <SettingEditor {...{ owner, id, stored, edited }} close={() => edit(null)} />
          ) : (
            <SettingList {...{ owner, stored, edit }} />
          )
        }
      </Loadable>
    </Dialog>
  )
}

const keyName = ({ kind, code }: Key, say: Say<'settings'>) =>
  kind === 'category' && code === null ? say('category') : settingName({ kind, code }, say)

/** What is in force now, since when, and what comes next; under it who entered what. Who may not change it reads the same. */
function SettingList({
  owner,
  stored,
  edit,
}: {
  owner: Owner
  stored: OwnSettings
  edit: (key: Key) => void
}) {
  const say = useTexts('settings')
  const { setRules, nameLines, manageInstallation } = usePerson().permissions
  const mayEdit = { client: setRules, machine: nameLines, machineType: manageInstallation }[owner]
  const now = useNow((at) => wallNow(stored.zones, at))
  const columns = [
    { key: 'setting', title: say('setting'), cell: (key: Key) => <b>{keyName(key, say)}</b> },
    ...(['present', 'since', 'next'] as const).map((part) => ({
      key: part,
      title: say(part),
      cell: (key: Key) => (
        <KeepDates>{presentWords(stored, key, now, say)[part] || noFigure}</KeepDates>
      ),
      labelOnPhone: true,
    })),
  ]
  return (
    <div className={styles.list}>
      {stored.applying.length > 0 && <Applying applying={stored.applying} />}
      <DataTable
        label={say('settings')}
        query={{ isPending: false, isError: false, data: stored, refetch: () => {} }}
        rows={() => keysOf(stored, owner)}
        rowKey={settingKey}
        columns={columns}
        {...(mayEdit && {
          open: { name: (key: Key) => `${say('change')}: ${keyName(key, say)}`, go: edit },
        })}
      />
      {owner === 'client' && <p className={styles.note}>{say('rulesHint')}</p>}
      {mayEdit && owner !== 'client' && (
        <Button
          className={styles.another ?? ''}
          variant="default"
          onClick={() => edit({ kind: 'category', code: null })}
        >
          {say('anotherState')}
        </Button>
      )}
      <h3>{say('history')}</h3>
      <History rows={settingRows(stored.settings, say)} />
    </div>
  )
}

/** The settings of the list: those of every machine, and the states whose category was ever set. */
function keysOf({ settings, ofType }: OwnSettings, owner: Owner): Key[] {
  if (owner === 'client') return clientSettingKinds.map((kind) => ({ kind, code: null }))
  const codes = [...settings, ...ofType].flatMap(({ code }) => (code === null ? [] : [code]))
  return [
    { kind: 'designSpeed', code: null },
    ...(owner === 'machine' ? [{ kind: 'targetSpeed', code: null } as const] : []),
    { kind: 'holdLimit', code: null },
    { kind: 'stopThreshold', code: null },
    ...[...new Set(codes)]
      .toSorted((a, b) => a - b)
      .map((code) => ({ kind: 'category', code }) as const),
  ]
}

const sameKey = (key: Key) => (entry: Setting) => settingKey(entry) === settingKey(key)

/** The own value, else that of the type, else what is usual. */
function presentWords(
  { settings, ofType }: OwnSettings,
  key: Key,
  now: string,
  say: Say<'settings'>,
): Readonly<Record<'present' | 'since' | 'next', string>> {
  const own = standing(settings.filter(sameKey(key)), now)
  const { present: type } = standing(ofType.filter(sameKey(key)), now)
  const words = (value: Setting['value']) => valueWords(key.kind, value, say)
  const next = own.next
    ? say('nextOf', { value: words(own.next.value), day: validWords(own.next.validFrom, say) })
    : ''
  if (own.present && own.present.value !== null) {
    const { value, validFrom } = own.present
    return { present: words(value), since: validWords(validFrom, say), next }
  }
  if (type && type.value !== null) {
    const present = say('ofType', { value: words(type.value) })
    return { present, since: validWords(type.validFrom, say), next }
  }
  const usual = usualValue(key.kind)
  const present = usual === null ? say('none') : say('usual', { value: words(usual) })
  return { present, since: '', next }
}

/** The form of one setting, and under it its history. */
function SettingEditor({
  owner,
  id,
  stored,
  edited,
  close,
}: {
  owner: Owner
  id: number
  stored: OwnSettings
  edited: Key
  close: () => void
}) {
  const say = useTexts('settings')
  const calls = useCalls(owner, id, edited, stored)
  const [now] = useState(() => wallNow(stored.zones, serverNow()))
  const isKey = sameKey(edited)
  const { present } = standing(stored.settings.filter(isKey), now)
  return (
    <>
      <DatedEditor
        fields={fieldsOf(edited, say)}
        initial={{ value: String(present?.value ?? ''), code: String(edited.code ?? '') }}
        zones={stored.zones}
        version={stored.version}
        applying={stored.applying}
        {...{ calls, close }}
      />
      {edited.code !== null || edited.kind !== 'category' ? (
        <div className={styles.list}>
          <h3>{say('history')}</h3>
          <History rows={settingRows(stored.settings.filter(isKey), say)} />
        </div>
      ) : null}
    </>
  )
}

function useCalls(owner: Owner, id: number, edited: Key, stored: OwnSettings): DatedCalls {
  const say = useTexts('settings')
  const queries = useQueryClient()
  const options = settingsQuery(owner, id)
  const [known] = useState(stored.settings.length)
  const params = { id }
  const ofClient = { params: { clientId: id } }
  const withoutTarget = (settings: readonly NewSetting[]) =>
    settings.filter((one): one is SettingInput => one.kind !== 'targetSpeed')
  return {
    save: async (entry, based) => {
      if (owner === 'client') {
        const body = { settings: [newRules(entry)], ...based }
        await call(setClientSettings, { ...ofClient, body })
        void refreshLists(queries, ['clients'])
        await queries.invalidateQueries({ queryKey: options.queryKey })
        return
      }
      const settings = [newSetting(edited, entry)]
      if (owner === 'machine') {
        await call(setMachineSettings, { params, body: { settings, ...based } })
      } else {
        const body = { settings: withoutTarget(settings), ...based }
        await call(setMachineTypeSettings, { params, body })
      }
      void refreshLists(queries, [owner === 'machine' ? 'machines' : 'machineTypes'])
      await queries.invalidateQueries({ queryKey: options.queryKey })
    },
    preview: (entry, based, signal) => {
      if (owner === 'client') {
        const body = { settings: [newRules(entry)], ...based }
        return call(previewClientSettings, { ...ofClient, body }, signal)
      }
      const settings = [newSetting(edited, entry)]
      if (owner === 'machine') {
        return call(previewMachineSettings, { params, body: { settings, ...based } }, signal)
      }
      const body = { settings: withoutTarget(settings), ...based }
      return call(previewMachineTypeSettings, { params, body }, signal)
    },
    reload: async () => {
      const fresh = await queries.fetchQuery({ ...options, staleTime: 0 })
      const words = fresh.settings
        .slice(known)
        .filter(sameKey(edited))
        .map(({ kind, value, validFrom, enteredBy, reason, code }) =>
          say('meanwhileOf', {
            ...{ by: enteredBy ?? say('byUpdate'), reason, day: validWords(validFrom, say) },
            ...{ what: settingName({ kind, code }, say), value: valueWords(kind, value, say) },
          }),
        )
      return { version: fresh.version, words }
    },
  }
}

const numberIn = ({ value = '' }: Values) => numberOf(value) ?? null

/** Packs per minute; empty ends what was set. */
export const speedField = (say: Say<'settings'>, label = say('ppmLabel')): FormField => ({
  ...{ name: 'value', label, kind: 'number', hint: say('emptyHint') },
})

function fieldsOf({ kind, code }: Key, say: Say<'settings'>): FormField[] {
  if (kind === 'rules') {
    return [
      {
        ...{ name: 'value', label: say('rules'), kind: 'select', required: true },
        options: ruleEditions.map((value) => ({ value, label: say(`rules.${value}`) })),
        hint: say('rulesHint'),
      },
    ]
  }
  if (kind === 'designSpeed' || kind === 'targetSpeed') return [{ ...speedField(say), half: true }]
  if (kind !== 'category') {
    return [{ name: 'value', label: say('secondsLabel'), kind: 'number', hint: say('emptyHint') }]
  }
  const state: FormField = {
    ...{ name: 'code', label: say('state'), kind: 'select', required: true, half: true },
    options: machineStates.map((one) => ({ value: String(one.code), label: stateWord(one.code) })),
  }
  return [
    ...(code === null ? [state] : []),
    {
      ...{ name: 'value', label: say('countsAs'), kind: 'select', half: code === null },
      options: categoryNames.map((name) => ({ value: name, label: say(`category.${name}`) })),
      hint: say('emptyHint'),
    },
  ]
}

type NewSetting = SettingInput | (Omit<SettingInput, 'kind' | 'value'> & NewTarget)
type NewTarget = { readonly kind: 'targetSpeed'; readonly value: number | null }

function newRules({ values, ...dated }: DatedEntry) {
  const value = ruleEditions.find((edition) => edition === values.value) ?? 'revised'
  return { kind: 'rules' as const, value, ...dated }
}

function newSetting({ kind }: Key, { values, ...dated }: DatedEntry): NewSetting {
  if (kind === 'rules') throw new Error('The rules are of a client')
  if (kind !== 'category') return { kind, value: numberIn(values), ...dated }
  const value = categoryNames.find((name) => name === values.value) ?? null
  return { kind, code: Number(values.code), value, ...dated }
}
