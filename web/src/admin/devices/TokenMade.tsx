import { formatDateTime } from '@packboard/model'
import { ShownOnce } from '../../crud/ShownOnce.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useShownZone } from '../../time/zone.ts'
import type { DialogProps } from '../../ui/Dialog.tsx'
import { KeepDates } from '../../ui/KeepDates.tsx'

export type MadeToken = {
  readonly name: string
  readonly token: string
  /** Until when the one before is valid as well. */
  readonly oldUntil: Date | null
}

/** The token of a device. It is shown only once: it cannot be read again, not even by the provider. */
export function TokenMade({
  made: { name, token, oldUntil },
  opened,
  onClose,
}: { made: MadeToken } & DialogProps) {
  const say = useTexts('devices')
  const zone = useShownZone()
  return (
    <ShownOnce
      {...{ name, value: token, opened, onClose }}
      words={{
        ...{ title: say('token'), label: say('tokenOf', { name }) },
        ...{ done: say('done'), copy: say('copy'), copied: say('copied') },
        ...{ byHand: say('copyByHand'), now: say('copyNow') },
      }}
    >
      <p>
        {say('tokenUse', {
          header: `x-access-token: ${name}:${token.slice(0, 6)}…`,
          name,
          c: (inner) => <code>{inner}</code>,
        })}
      </p>
      {oldUntil && (
        <p>
          <KeepDates>{say('oldStays', { until: formatDateTime(oldUntil, zone) })}</KeepDates>
        </p>
      )}
    </ShownOnce>
  )
}
