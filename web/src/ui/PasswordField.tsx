import { PasswordInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconEye, IconEyeOff, IconLock } from '../icons/icons.ts'

/** A password: hidden, with a button that shows it, also by keyboard. */
export function PasswordField({
  label,
  name,
  autoComplete,
  error,
}: {
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  error?: ReactNode
}) {
  const say = useTexts('auth')
  return (
    <PasswordInput
      {...{ label, name, autoComplete, error }}
      size="md"
      leftSection={<IconLock size={18} />}
      visibilityToggleIcon={({ reveal }) =>
        reveal ? <IconEyeOff size={18} /> : <IconEye size={18} />
      }
      visibilityToggleButtonProps={{
        'aria-label': say('showTyped'),
        'aria-hidden': false,
        tabIndex: 0,
      }}
    />
  )
}

/** What a person typed into a field of a form. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
