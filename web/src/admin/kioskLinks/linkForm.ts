import { addKioskLink, type KioskLinkRow, updateKioskLink } from '@packboard/contract'
import { colourSchemes, densities, pinForm } from '@packboard/model'
import { call } from '../../api/call.ts'
import type { FormSpec } from '../../crud/FormModal.tsx'
import {
  type FormField,
  firstMissing,
  listed,
  namedField,
  type Values,
} from '../../crud/formFields.ts'
import type { Say } from '../../i18n/useTexts.ts'
import { serverNow } from '../../time/serverClock.ts'

type Options = NonNullable<FormField['options']>

/** A new link; its address is shown once. */
export type MadeLink = {
  readonly address: string
  readonly label: string
  readonly kind: KioskLinkRow['kind']
  readonly clientId: number
}

/** The address of a link that shows one line with its flow in place of tiles. */
export function addressOfLine(address: string, line: string): string {
  const url = new URL(address)
  url.searchParams.set('line', line)
  return url.href
}

/** The form of a wall link: what it shows, and for a tablet who may use it. */
export function linkForm({
  say,
  sayUi,
  row,
  clients,
  usualClient,
  machines,
  made,
  refresh,
}: {
  say: Say<'wall'>
  sayUi: Say<'ui'>
  /** null: a new one. */
  row: KioskLinkRow | null
  /** null: only the own client. */
  clients: Options | null
  usualClient: number | undefined
  machines: readonly { readonly clientId: number; readonly serialNo: string }[]
  made: (link: MadeLink) => void
  refresh: () => void
}): FormSpec {
  const machinesOf = (clientId: number) =>
    machines
      .filter((machine) => machine.clientId === clientId)
      .map(({ serialNo }) => ({ value: serialNo, label: serialNo }))
  const isOperator = ({ kind }: Values) => kind === 'operator'
  return {
    initial: {
      kind: row?.kind ?? 'board',
      label: row?.label ?? '',
      clientId: String(row?.clientId ?? usualClient ?? ''),
      shown: row && !row.allMachines ? 'some' : 'all',
      machines: row?.machines.join('\n') ?? '',
      names: row?.names.join('\n') ?? '',
      pinChoice: row?.pinSpent ? 'new' : row?.pin ? 'keep' : 'none',
      pin: '',
      expiresAt: defaultLifetime,
      colourScheme: row?.colourScheme ?? 'dark',
      density: row?.density ?? 'comfortable',
    },
    fields: (values) => [
      {
        name: 'kind',
        label: say('kind'),
        kind: 'select',
        required: true,
        locked: row !== null,
        hint: say('kindHint'),
        options: [
          { value: 'board', label: say('kindBoard') },
          { value: 'operator', label: say('kindOperator') },
        ],
      },
      {
        name: 'label',
        label: say('name'),
        required: true,
        placeholder: say('namePlaceholder'),
        hint: say('nameHint'),
      },
      ...(clients
        ? [
            {
              name: 'clientId',
              label: say('client'),
              kind: 'select' as const,
              required: true,
              locked: row !== null,
              options: clients,
            },
          ]
        : []),
      ...(isOperator(values)
        ? []
        : [
            {
              name: 'shown',
              label: say('shownMachines'),
              kind: 'select' as const,
              required: true,
              options: [
                { value: 'all', label: say('allMachines') },
                { value: 'some', label: say('theseMachines') },
              ],
            },
          ]),
      ...(isOperator(values) || values.shown === 'some'
        ? [
            {
              name: 'machines',
              label: say(isOperator(values) ? 'shownMachines' : 'theseMachines'),
              kind: 'list' as const,
              required: true,
              options: machinesOf(Number(values.clientId)),
            },
          ]
        : []),
      ...(isOperator(values) ? tabletFields(say, row, values) : wallFields(say, sayUi)),
      ...(row
        ? []
        : [
            {
              name: 'expiresAt',
              label: say('ends'),
              kind: 'select' as const,
              required: true,
              options: lifetimes.map(({ value, days }) => ({
                value,
                label: lifetimeText(say, days),
              })),
            },
          ]),
    ],
    // Machines of another client cannot be shown.
    settle: (values, changed) => (changed === 'clientId' ? { ...values, machines: '' } : values),
    problem: (typed) => {
      const missing = firstMissing(typed)
      if (missing) return missing
      const { pinChoice, pin = '' } = typed.values
      if (!isOperator(typed.values) || pinChoice !== 'new' || pinForm.test(pin)) return null
      return { message: say('pinWrong'), fields: { pin: say('pinWrong') } }
    },
    send: async (values) => {
      const label = (values.label ?? '').trim()
      const wants = isOperator(values) || values.shown === 'some'
      const names = isOperator(values) ? namesIn(values.names ?? '') : []
      const looks = isOperator(values) ? {} : looksOf(values)
      const shown = { label, machines: wants ? listed(values.machines ?? '') : [], names, ...looks }
      const pin = isOperator(values) ? pinOf(values, row) : undefined
      if (row) {
        const params = { id: row.id }
        const body = { ...shown, version: row.version, ...(pin !== undefined && { pin }) }
        await call(updateKioskLink, { params, body })
      } else {
        const days = Number(values.expiresAt)
        const kind = isOperator(values) ? 'operator' : 'board'
        const clientId = Number(values.clientId)
        const { address } = await call(addKioskLink, {
          body: {
            ...shown,
            ...{ kind, pin: pin ?? null, clientId },
            expiresAt: days > 0 ? new Date(serverNow() + days * 86_400_000).toISOString() : null,
          },
        })
        made({ address: window.location.origin + address, label, kind, clientId })
      }
      refresh()
      return say(row ? 'linkUpdated' : 'linkAdded')
    },
  }
}

/** How the wall of the link looks on its television. */
function wallFields(say: Say<'wall'>, sayUi: Say<'ui'>): FormField[] {
  return [
    {
      name: 'colourScheme',
      label: sayUi('colours'),
      kind: 'select',
      required: true,
      half: true,
      options: colourSchemes.map((value) => ({ value, label: sayUi(value) })),
    },
    {
      name: 'density',
      label: say('size'),
      kind: 'select',
      required: true,
      half: true,
      options: densities.map((value) => ({ value, label: say(value) })),
    },
  ]
}

const looksOf = ({ colourScheme, density }: Values) => ({
  colourScheme: colourSchemes.find((each) => each === colourScheme),
  density: densities.find((each) => each === density),
})

function tabletFields(say: Say<'wall'>, row: KioskLinkRow | null, values: Values): FormField[] {
  return [
    namedField(say, 'names', { kind: 'lines', required: true, hint: say('namesHint') }),
    {
      name: 'pinChoice',
      label: say('pin'),
      kind: 'select',
      required: true,
      ...(row?.pinSpent && { hint: say('pinSpentHint') }),
      options: [
        { value: 'none', label: say('pinNone') },
        ...(row?.pin ? [{ value: 'keep', label: say('pinKeep') }] : []),
        { value: 'new', label: say('pinNew') },
      ],
    },
    ...(values.pinChoice === 'new'
      ? [{ name: 'pin', label: say('pinDigits'), required: true, hint: say('pinHint') }]
      : []),
  ]
}

/** Undefined: as it is. */
function pinOf(
  { pinChoice, pin = '' }: Values,
  row: KioskLinkRow | null,
): string | null | undefined {
  if (pinChoice === 'new') return pin
  // Without a change nobody has to choose their name again.
  return pinChoice === 'keep' || (row && !row.pin) ? undefined : null
}

const namesIn = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

/** What can be chosen when a link is made: days, or until it is revoked. */
const lifetimes = [
  { value: '0', days: null },
  { value: '7', days: 7 },
  { value: '30', days: 30 },
  { value: '365', days: 365 },
] as const

/** A link outlives who made it: without another choice it ends. */
const defaultLifetime = '365'

/** `After 30 days`: when a link ends that is made now; null is when it is revoked. */
function lifetimeText(say: Say<'wall'>, days: (typeof lifetimes)[number]['days']): string {
  if (days === null) return say('untilRevoked')
  return days === 365 ? say('afterYear') : say('afterDays', { days })
}

type Link = {
  readonly revokedAt: Date | null
  readonly expiresAt: Date | null
  readonly lastSeenAt: Date | null
  readonly pinSpent: boolean
}

/** A television sends a request every minute; one that was silent for longer than this is switched off or disconnected. */
const seenMs = 3 * 60_000

/** The status of a link now (milliseconds since 1970), as the name of its text. */
export function linkStatus({ revokedAt, expiresAt, lastSeenAt, pinSpent }: Link, now: number) {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && expiresAt.getTime() <= now) return 'ended'
  if (pinSpent) return 'pinSpent'
  if (lastSeenAt === null) return 'notOpened'
  return now - lastSeenAt.getTime() <= seenMs ? 'shown' : 'notShown'
}
