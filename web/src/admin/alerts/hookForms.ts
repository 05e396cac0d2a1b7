import { type HookForm, type HooksAnswer, hookEvents } from '@packboard/contract'
import { alertLimits } from '@packboard/model'
import type { FormSpec } from '../../crud/FormModal.tsx'
import { firstMissing, listed, namedField, type Values } from '../../crud/formFields.ts'
import { type Say, textsOf } from '../../i18n/useTexts.ts'

export type Hook = HooksAnswer['hooks'][number]

const templates = ['packboard', 'slack', 'teams', 'sms'] as const

/** A stored channel as it is sent; the password of a broker stays when it is left out. */
export function hookOnWire(hook: Hook): HookForm {
  const { id, name, enabled, events, url } = hook
  const common = { id, name, enabled, events, url }
  return hook.kind === 'hook'
    ? { ...common, kind: 'hook', template: hook.template }
    : { ...common, kind: 'mqtt', ...(hook.username !== undefined && { username: hook.username }) }
}

export const eventsWords = ({ events }: Hook, say: Say<'alertChannels'>) =>
  events.length === 0 ? say('noEvents') : events.map((event) => say(`event.${event}`)).join(', ')

/** The form of a webhook or a broker. Its kind stays once it was added. */
export function hookForm(
  clientId: number,
  hook: Hook | null,
  send: (form: HookForm) => Promise<unknown>,
): FormSpec {
  const say = textsOf('alertChannels')
  return {
    initial: {
      kind: hook?.kind ?? 'hook',
      name: hook?.name ?? '',
      url: hook?.url ?? '',
      template: hook?.kind === 'hook' ? hook.template : 'packboard',
      events: (hook?.events ?? (['alert.opened', 'alert.closed'] as const)).join('\n'),
      username: hook?.kind === 'mqtt' ? (hook.username ?? '') : '',
      password: '',
    },
    fields: ({ kind }) => [
      namedField(say, 'kind', {
        ...{ kind: 'select', required: true, locked: hook !== null },
        options: (['hook', 'mqtt'] as const).map((value) => ({
          value,
          label: say(`kind.${value}`),
        })),
      }),
      namedField(say, 'name', { required: true }),
      namedField(say, 'url', {
        required: true,
        hint: kind === 'mqtt' ? say('brokerHint', { client: clientId }) : say('urlHint'),
        placeholder: kind === 'mqtt' ? 'mqtts://' : 'https://',
      }),
      ...(kind === 'mqtt'
        ? [
            namedField(say, 'username', { half: true }),
            namedField(say, 'password', {
              ...{ kind: 'password' as const, half: true },
              ...(hook?.hasPassword && { hint: say('passwordKept') }),
            }),
          ]
        : [
            namedField(say, 'template', {
              ...{ kind: 'select' as const, required: true },
              options: templates.map((value) => ({ value, label: say(`template.${value}`) })),
            }),
          ]),
      namedField(say, 'events', {
        ...{ kind: 'list', hint: say('eventsHint') },
        options: hookEvents.map((value) => ({ value, label: say(`event.${value}`) })),
      }),
    ],
    problem: (typed) => firstMissing(typed) ?? urlProblem(typed.values),
    send: async (values) => {
      await send(formOf(values, hook))
      return say('saved')
    },
  }
}

/** What is wrong with the address, before it is sent. */
function urlProblem({ kind, url = '' }: Values) {
  const schemes = kind === 'mqtt' ? ['mqtt:', 'mqtts:'] : ['http:', 'https:']
  const fits = URL.canParse(url.trim()) && schemes.includes(new URL(url.trim()).protocol)
  if (fits) return null
  const message = textsOf('alertChannels')('wrongUrl')
  return { message, fields: { url: message } }
}

function formOf(values: Values, hook: Hook | null): HookForm {
  const { kind, name = '', url = '', template, username = '', password = '' } = values
  const events = listed(values.events).flatMap((word) => hookEvents.filter((one) => one === word))
  const common = {
    ...(hook && { id: hook.id }),
    ...{ name: name.trim().slice(0, alertLimits.hookNameLength), url: url.trim(), events },
    enabled: hook?.enabled ?? true,
  }
  if (kind !== 'mqtt') {
    return {
      ...common,
      kind: 'hook',
      template: templates.find((one) => one === template) ?? 'packboard',
    }
  }
  return {
    ...common,
    kind: 'mqtt',
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
  }
}

/** The form of an address: a link to confirm is sent to it. */
export function addressForm(send: (address: string) => Promise<unknown>): FormSpec {
  const say = textsOf('alertChannels')
  return {
    initial: { address: '' },
    fields: () => [
      namedField(say, 'address', { kind: 'email', required: true, hint: say('addressesHint') }),
    ],
    problem: firstMissing,
    send: async ({ address = '' }) => {
      await send(address.trim())
      return say('addressAdded')
    },
  }
}
