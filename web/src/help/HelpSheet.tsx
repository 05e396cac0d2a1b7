import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { Dialog } from '../ui/Dialog.tsx'
import { figureGroups, figureHelp } from './figureHelp.ts'
import styles from './HelpSheet.module.css'
import type { Shortcut } from './shortcuts.ts'
import { switchShortcuts, useShortcutsAreOn } from './shortcutsSwitch.ts'

/** Help: the keys that work everywhere, what each figure means, and the way to the tour. */
export function HelpSheet({
  opened,
  onClose,
  shortcuts,
  startTour,
}: {
  opened: boolean
  onClose: () => void
  shortcuts: readonly Shortcut[]
  startTour: () => void
}) {
  const on = useShortcutsAreOn()
  return (
    <Dialog
      title="Help"
      width={760}
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={startTour}>
            Show the tour
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className={styles.help}>
        <section aria-label="Keyboard shortcuts">
          <h3>Keyboard shortcuts</h3>
          <dl className={styles.keys} data-on={on}>
            {shortcuts.map(({ keys, text }) => (
              <div key={text}>
                <dt>
                  {keys.map((key, index) => (
                    <span key={key}>
                      {index > 0 && <small> then </small>}
                      <kbd>{key}</kbd>
                    </span>
                  ))}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
            <div>
              <dt>
                <kbd>Esc</kbd>
              </dt>
              <dd>Close what is open</dd>
            </div>
          </dl>
          <Checkbox
            label="Single keys are shortcuts"
            description="Not while you type. Esc always works."
            checked={on}
            onChange={({ currentTarget }) => switchShortcuts(currentTarget.checked)}
          />
        </section>
        {figureGroups.map(({ title, figures }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl className={styles.figures}>
              {figures.map((figure) => (
                <div key={figure}>
                  <dt>{figureHelp[figure].name}</dt>
                  <dd>{figureHelp[figure].text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
