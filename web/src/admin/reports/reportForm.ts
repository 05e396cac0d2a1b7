import {
  hooks as hooksCall,
  type ReportsAnswer,
  type ReportWire,
  setHooks,
} from '@packboard/contract'
import { isLanguage, languages, reportChannels, reportFiles, reportKinds } from '@packboard/model'
import { call } from '../../api/call.ts'
import type { FormSpec } from '../../crud/FormModal.tsx'
import { firstMissing, listed, namedField, type Values } from '../../crud/formFields.ts'
import { textsOf } from '../../i18n/useTexts.ts'
import { hookOnWire } from '../alerts/hookForms.ts'

export type ReportRow = ReportsAnswer['reports'][number]

type Place = { readonly lines: readonly string[]; readonly machines: readonly string[] }

const recipientKey = ({ channel, to }: ReportWire['to'][number]) => `${channel}:${to}`

const placeKey = (machines: ReportWire['machines']): string => {
  if (machines === 'all') return 'all'
  return 'lineName' in machines ? `line:${machines.lineName}` : 'machines'
}

/** The form of a report. An address that is new is added to those of the client, and confirmed by a link in a mail. */
export function reportForm(
  stored: ReportsAnswer,
  row: ReportRow | null,
  {
    place,
    language,
    roleName,
    save,
    addAddress,
  }: {
    readonly place: Place
    /** Of a new report. */
    readonly language: ReportWire['language']
    readonly roleName: (id: number) => string
    readonly save: (report: ReportWire) => Promise<unknown>
    readonly addAddress: (address: string) => Promise<ReportWire['to'][number]>
  },
): FormSpec {
  const say = textsOf('reports')
  const { people, roles, mails } = stored.recipients
  const recipients = [
    ...people.map(({ id, name }) => ({ value: `person:${id}`, label: name })),
    ...roles.map((id) => ({ value: `role:${id}`, label: roleName(id) })),
    ...mails.map(({ id, address, confirmed }) => ({
      value: `mail:${id}`,
      label: confirmed ? address : say('unconfirmed', { address }),
    })),
  ]
  return {
    initial: {
      name: row?.name ?? say('kind.shift'),
      kind: row?.kind ?? 'shift',
      place: placeKey(row?.machines ?? 'all'),
      machines: row && Array.isArray(row.machines) ? row.machines.join('\n') : '',
      language: row?.language ?? language,
      files: (row?.files ?? reportFiles).join('\n'),
      to: (row?.to ?? []).map(recipientKey).join('\n'),
      address: '',
      enabled: String(row?.enabled ?? true),
    },
    fields: (values) => [
      namedField(say, 'name', { required: true }),
      namedField(say, 'kind', {
        ...{ kind: 'select', required: true, half: true },
        options: reportKinds.map((value) => ({ value, label: say(`kind.${value}`) })),
        ...(!stored.mayDays && { hint: say('premium') }),
      }),
      namedField(say, 'language', {
        ...{ kind: 'select', required: true, half: true },
        options: Object.entries(languages).map(([value, { name }]) => ({ value, label: name })),
      }),
      namedField(say, 'place', {
        ...{ kind: 'select', required: true },
        options: [
          { value: 'all', label: say('allMachines') },
          ...place.lines.map((line) => ({ value: `line:${line}`, label: line })),
          { value: 'machines', label: say('someMachines') },
        ],
      }),
      ...(values.place === 'machines'
        ? [
            namedField(say, 'machines', {
              ...{ kind: 'list' as const, required: true },
              options: place.machines.map((value) => ({ value, label: value })),
            }),
          ]
        : []),
      namedField(say, 'to', { kind: 'list', options: recipients }),
      namedField(say, 'address', { kind: 'email', hint: say('addressHint') }),
      namedField(say, 'files', {
        kind: 'list',
        options: reportFiles.map((value) => ({ value, label: value.toUpperCase() })),
      }),
      namedField(say, 'enabled', {
        ...{ kind: 'select', required: true },
        options: (['true', 'false'] as const).map((value) => ({
          value,
          label: say(value === 'true' ? 'on' : 'off'),
        })),
      }),
    ],
    problem: firstMissing,
    send: async (values) => {
      const address = (values.address ?? '').trim()
      const added = address === '' ? [] : [await addAddress(address)]
      await save(reportOf(values, added))
      return say('saved')
    },
  }
}

/** What is typed, as it is sent. */
function reportOf(values: Values, added: ReportWire['to']): ReportWire {
  const { name = '', kind, place = 'all', language = '' } = values
  const to = listed(values.to).flatMap((key) => {
    const [word, number] = key.split(':')
    const channel = reportChannels.find((each) => each === word)
    return channel ? [{ channel, to: Number(number) }] : []
  })
  return {
    name: name.trim(),
    enabled: values.enabled !== 'false',
    kind: reportKinds.find((each) => each === kind) ?? 'shift',
    machines:
      place === 'machines'
        ? listed(values.machines)
        : place.startsWith('line:')
          ? { lineName: place.slice('line:'.length) }
          : 'all',
    language: isLanguage(language) ? language : 'en',
    files: listed(values.files).flatMap((word) => reportFiles.filter((file) => file === word)),
    to: [...to, ...added],
  }
}

/** Adds an address to those of the client, by the call that alerts use; its owner is sent a link to confirm it. */
export async function addClientAddress(clientId: number, address: string): Promise<void> {
  const stored = await call(hooksCall, { params: { clientId } })
  const isKnown = stored.mails.some((one) => one.address.toLowerCase() === address.toLowerCase())
  if (isKnown) return
  await call(setHooks, {
    params: { clientId },
    body: {
      version: stored.version,
      hooks: stored.hooks.map(hookOnWire),
      mails: [...stored.mails.map((one) => ({ id: one.id, address: one.address })), { address }],
    },
  })
}
