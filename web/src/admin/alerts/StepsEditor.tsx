import { Button } from '@mantine/core'
import type { AlertRulesAnswer, AlertRuleWire } from '@packboard/contract'
import { type AlertChannel, alertChannels, alertLimits } from '@packboard/model'
import { IconButton } from '../../crud/IconButton.tsx'
import { type Say, useTexts } from '../../i18n/useTexts.ts'
import { IconPlus } from '../../icons/furtherIcons.ts'
import { IconX } from '../../icons/icons.ts'
import { usePerson } from '../../session/useSession.ts'
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx'
import styles from './RuleEditor.module.css'
import { TimePart } from './RuleFields.tsx'
import { recipientName, roleName } from './ruleWords.ts'
import { useRowKeys } from './useRowKeys.ts'

type Step = AlertRuleWire['steps'][number]
type Recipients = AlertRulesAnswer['recipients']

/** The next step comes so much later than the one before. */
const laterSeconds = 900

const keyOf = ({ channel, to }: Pick<Step, 'channel' | 'to'>) => `${channel}:${to}`

function stepOf(key: string): Pick<Step, 'channel' | 'to'> | null {
  const [word, number] = key.split(':')
  const channel = alertChannels.find((each) => each === word)
  return channel === undefined ? null : { channel, to: Number(number) }
}

/** Everyone whom a step can name, in groups. */
function choicesOf(
  { people, roles, mails, hooks }: Recipients,
  say: Say<'alertRules'>,
  me: number,
): { group: string; items: { value: string; label: string }[] }[] {
  const group = (
    channel: AlertChannel,
    items: readonly { readonly id: number; readonly label: string }[],
  ) => ({
    group: say(`channel.${channel}`),
    items: items.map(({ id, label }) => ({ value: keyOf({ channel, to: id }), label })),
  })
  const named = (kind: 'hook' | 'mqtt') =>
    hooks
      .filter((hook) => hook.kind === kind)
      .map(({ id, name, enabled }) => ({
        id,
        label: enabled ? name : say('switchedOff', { name }),
      }))
  return [
    group(
      'person',
      people.map(({ id, name }) => ({ id, label: id === me ? say('me', { name }) : name })),
    ),
    group(
      'role',
      roles.map((id) => ({ id, label: roleName(id, say) })),
    ),
    group(
      'mail',
      mails.map(({ id, address, confirmed }) => ({
        id,
        label: confirmed ? address : say('unconfirmed', { address }),
      })),
    ),
    group('hook', named('hook')),
    group('mqtt', named('mqtt')),
  ].filter(({ items }) => items.length > 0)
}

/** Who is informed: at once, and later while nobody has seen the alert. */
export function StepsEditor({
  steps,
  recipients,
  change,
}: {
  steps: readonly Step[]
  recipients: Recipients
  change: (steps: Step[]) => void
}) {
  const say = useTexts('alertRules')
  const { id: me } = usePerson()
  const choices = choicesOf(recipients, say, me)
  const known = new Set(choices.flatMap(({ items }) => items.map(({ value }) => value)))
  const rows = useRowKeys(steps.length)
  const set = (index: number, part: Partial<Step>) =>
    change(steps.map((step, place) => (place === index ? { ...step, ...part } : step)))
  const add = () => {
    const last = Math.max(0, ...steps.map(({ afterSeconds }) => afterSeconds || 0))
    const unused = [...known].find((key) => !steps.some((step) => keyOf(step) === key))
    const chosen = stepOf(unused ?? [...known][0] ?? '')
    if (!chosen) return
    const afterSeconds = steps.length === 0 ? 0 : Math.min(last + laterSeconds, alertLimits.seconds)
    change([...steps, { afterSeconds, ...chosen }])
  }
  return (
    <fieldset className={styles.steps}>
      <legend>{say('inform')}</legend>
      {steps.length === 0 && <p className={styles.quiet}>{say('noSteps')}</p>}
      <ol>
        {steps.map((step, index) => {
          const number = index + 1
          const key = keyOf(step)
          return (
            <li key={rows.keys[index]}>
              <span className={styles.stepNumber} aria-hidden="true">
                {number}
              </span>
              <TimePart
                label={say('stepWhen', { number })}
                placeholder={say('atOnce')}
                seconds={step.afterSeconds === 0 ? undefined : step.afterSeconds}
                change={(afterSeconds) => set(index, { afterSeconds })}
                empty={() => set(index, { afterSeconds: 0 })}
              />
              <ChoiceSelect
                className={styles.stepWho ?? ''}
                aria-label={say('stepWho', { number })}
                searchable
                maxDropdownHeight={320}
                data={
                  known.has(key)
                    ? choices
                    : [...choices, { value: key, label: recipientName(step, recipients, say) }]
                }
                value={key}
                onChange={(value) => {
                  const chosen = stepOf(value ?? '')
                  if (chosen) set(index, chosen)
                }}
              />
              <IconButton
                label={say('removeStep', { number })}
                icon={IconX}
                onClick={() => {
                  rows.remove(index)
                  change(steps.filter((_, place) => place !== index))
                }}
              />
            </li>
          )
        })}
      </ol>
      <div className={styles.stepsFoot}>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={16} />}
          disabled={steps.length >= alertLimits.steps || known.size === 0}
          onClick={add}
        >
          {say('addStep')}
        </Button>
        {steps.length > 1 && <small>{say('stepRule')}</small>}
      </div>
    </fieldset>
  )
}
