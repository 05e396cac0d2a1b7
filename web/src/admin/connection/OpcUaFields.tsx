import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { PasswordInput, Select, TextInput } from '@mantine/core'
import { type MachineConnectionWire, opcUaLimits, opcUaSecurities } from '@packboard/contract'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconChevronDown, IconEye, IconEyeOff } from '../../icons/icons.ts'
import styles from './ConnectionView.module.css'
import { type Entered, passwordWords } from './connectionForm.ts'

const wrapper: ('label' | 'input' | 'error' | 'description')[] = [
  ...(['label', 'input', 'error', 'description'] as const),
]

/** How Packboard signs in at the OPC UA server of a machine. */
export function OpcUaFields({
  entered,
  stored,
  refused,
  change,
}: {
  entered: Entered
  stored: MachineConnectionWire
  /** What the server said of a field. */
  refused: (field: string) => string | undefined
  change: (changes: Partial<Entered>) => void
}) {
  const say = useTexts('opcUa')
  const auth = useTexts('auth')
  const { security, userName, password } = entered
  const words = passwordWords(entered, stored)
  return (
    <div className={styles.signIn}>
      <Select
        label={say('security')}
        data={opcUaSecurities.map((value) => ({ value, label: say(`security.${value}`) }))}
        value={security}
        error={refused('security')}
        description={say('securityHint')}
        inputWrapperOrder={wrapper}
        allowDeselect={false}
        comboboxProps={{ keepMounted: false, offset: 6 }}
        rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden="true" />}
        rightSectionPointerEvents="none"
        onChange={(value) => value !== null && change({ security: value })}
      />
      <TextInput
        label={say('userName')}
        autoComplete="off"
        maxLength={opcUaLimits.userName}
        value={userName}
        error={refused('userName')}
        description={say('userHint')}
        inputWrapperOrder={wrapper}
        onChange={(event) => change({ userName: event.currentTarget.value })}
      />
      <PasswordInput
        label={say('password')}
        autoComplete="new-password"
        maxLength={opcUaLimits.password}
        value={words === 'noUser' ? '' : password}
        disabled={words === 'noUser'}
        error={refused('password') ?? refused('opcUa')}
        description={say(`password.${words}`)}
        inputWrapperOrder={wrapper}
        visibilityToggleIcon={({ reveal }) =>
          reveal ? <IconEyeOff size={18} stroke={1.75} /> : <IconEye size={18} stroke={1.75} />
        }
        visibilityToggleButtonProps={{
          'aria-label': auth('showTyped'),
          'aria-hidden': false,
          tabIndex: 0,
        }}
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
    </div>
  )
}
