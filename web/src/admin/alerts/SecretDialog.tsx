import { ShownOnce } from '../../crud/ShownOnce.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { DialogProps } from '../../ui/Dialog.tsx'

export type MadeSecret = { readonly name: string; readonly secret: string }

/** The secret of a new webhook. It is shown only once, and stays until a button closes it. */
export function SecretDialog({
  made: { name, secret },
  opened,
  onClose,
}: { made: MadeSecret } & DialogProps) {
  const say = useTexts('alertChannels')
  return (
    <ShownOnce
      {...{ name, value: secret, opened, onClose }}
      words={{
        ...{ title: say('secretTitle'), label: say('secretOf', { name }) },
        ...{ done: say('done'), copy: say('copySecret'), copied: say('copied') },
        ...{ byHand: say('copyByHand'), now: say('copyNow') },
      }}
    >
      <p>{say('secretUse', { c: (inner) => <code>{inner}</code> })}</p>
    </ShownOnce>
  )
}
