import { Button } from '@mantine/core'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconRefresh } from '../../icons/icons.ts'
import type { SendAgain } from './useSendAgain.ts'

/** Sends records that were quarantined through reception again: one, those of a machine, or all of a client. */
export function SendAgainButton({
  sending,
  small = false,
}: {
  sending: SendAgain
  small?: boolean
}) {
  const say = useTexts('quarantine')
  return (
    <Button
      variant="default"
      {...(small && { size: 'xs' })}
      leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden="true" />}
      disabled={sending.isPending}
      onClick={() => sending.mutate()}
    >
      {say(sending.isPending ? 'sendingAgain' : 'sendAgain')}
    </Button>
  )
}
