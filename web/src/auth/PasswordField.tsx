import { PasswordInput } from '@mantine/core'
import { useTexts } from '../i18n/useTexts.ts'
import { IconEye, IconEyeOff, IconLock } from '../icons/icons.ts'

/** A password: hidden, with a button that shows it, also by keyboard. */
export function PasswordField({
  label,
  name,
  autoComplete,
}: {
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
}) {
  const say = useTexts('auth')
  return (
    <PasswordInput
      {...{ label, name, autoComplete }}
      size="md"
      leftSection={<IconLock size={18} stroke={1.75} aria-hidden="true" />}
      visibilityToggleIcon={({ reveal }) =>
        reveal ? <IconEyeOff size={18} stroke={1.75} /> : <IconEye size={18} stroke={1.75} />
      }
      visibilityToggleButtonProps={{
        'aria-label': say('showTyped'),
        'aria-hidden': false,
        tabIndex: 0,
      }}
    />
  )
}
