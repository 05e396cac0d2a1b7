import { Button } from '@mantine/core'
import { localDate, type UnitModeRule, unitModeLimits, withDated } from '@packboard/model'
import { FormModal } from '../../crud/FormModal.tsx'
import { namedField } from '../../crud/formFields.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconPencil, IconPlus, IconTrash } from '../../icons/furtherIcons.ts'
import { serverNow } from '../../time/serverClock.ts'
import { Panel } from '../../ui/Panel.tsx'
import { useOpening } from '../../ui/useOpening.ts'
import styles from './PlanEditor.module.css'
import { dayText } from './planWords.ts'

/** Whether time in another unit mode than production leaves planned time, from which day on (D72). */
export function UnitModes({
  rules,
  zone,
  change,
}: {
  rules: readonly UnitModeRule[]
  zone: string
  change: (rules: readonly UnitModeRule[]) => void
}) {
  const say = useTexts('plan')
  const form = useOpening<UnitModeRule | null>()
  const dayWords = ({ validFrom }: UnitModeRule) =>
    validFrom === null ? say('modesAlways') : say('weekFrom', { day: dayText(validFrom) })
  return (
    <Panel
      title={say('unitModes')}
      sub={say('unitModesHint')}
      actions={
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={rules.length >= unitModeLimits.rules}
          onClick={() => form.open(null)}
        >
          {say('addModeRule')}
        </Button>
      }
    >
      {rules.length === 0 && <p className={styles.sentence}>{say('modesUsual')}</p>}
      {rules.length > 0 && (
        <ul className={styles.exceptions} aria-label={say('unitModes')}>
          {rules.map((rule) => (
            <li key={rule.validFrom ?? ''}>
              <div>
                <b>{say(rule.counts ? 'modesCount' : 'modesDoNot')}</b>
                <span className="digits">
                  {dayWords(rule)}
                  {rule.production.length > 0 &&
                    ` · ${say('modesProduction', { modes: rule.production.join(', ') })}`}
                </span>
              </div>
              <IconButton
                label={say('editNamed', { name: dayWords(rule) })}
                icon={IconPencil}
                onClick={() => form.open(rule)}
              />
              <IconButton
                label={say('removeNamed', { name: dayWords(rule) })}
                icon={IconTrash}
                onClick={() => change(rules.filter((each) => each !== rule))}
              />
            </li>
          ))}
        </ul>
      )}
      <FormModal
        key={form.times}
        title={say('addModeRule')}
        submit={say(form.about ? 'change' : 'add')}
        busy={say('add')}
        {...form.dialog}
        spec={{
          initial: {
            validFrom: form.about
              ? (form.about.validFrom ?? '')
              : localDate(new Date(serverNow()), zone),
            counts: form.about?.counts === false ? 'no' : 'yes',
            production: (form.about ?? rules.at(-1))?.production.join(', ') ?? '',
          },
          fields: () => [
            namedField(say, 'validFrom', { kind: 'date', hint: say('modesFromHint'), half: true }),
            {
              name: 'counts',
              label: say('otherModes'),
              kind: 'select',
              required: true,
              half: true,
              options: [
                { value: 'yes', label: say('modesCount') },
                { value: 'no', label: say('modesDoNot') },
              ],
            },
            {
              name: 'production',
              label: say('modesProductionLabel'),
              hint: say('modesProductionHint'),
            },
          ],
          send: async (values) => {
            const rest = rules.filter((each) => each !== form.about)
            change(withDated(rest, ruleOf(values)))
            return say('noted')
          },
        }}
      />
    </Panel>
  )
}

function ruleOf(values: Readonly<Record<string, string>>): UnitModeRule {
  const { validFrom = '', counts, production = '' } = values
  const texts = production.split(',').map((text) => text.trim().slice(0, unitModeLimits.characters))
  return {
    validFrom: validFrom === '' ? null : validFrom,
    counts: counts !== 'no',
    production: [...new Set(texts.filter((text) => text !== ''))].slice(
      0,
      unitModeLimits.production,
    ),
  }
}
