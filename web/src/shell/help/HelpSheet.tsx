import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { version } from '@packboard/contract'
import { formatDateTime } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconListDetails } from '../../icons/icons.ts'
import { browserZone } from '../../time/zone.ts'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { figureGroups } from './figureHelp.ts'
import styles from './HelpSheet.module.css'
import { type Shortcut, switchShortcuts, useShortcutsAreOn } from './shortcuts.ts'

/** Help: the way to the documentation, the keys that work everywhere, what each figure means, and the way to the tour. */
export function HelpSheet({
  opened,
  onClose,
  shortcuts,
  startTour,
}: { shortcuts: readonly Shortcut[]; startTour: () => void } & DialogProps) {
  const say = useTexts('help')
  const sayOfFigures = useTexts('figures')
  const close = useTexts('ui')('close')
  const on = useShortcutsAreOn()
  return (
    <Dialog
      title={say('title')}
      width={760}
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={startTour}>
            {say('showTour')}
          </Button>
          <Button onClick={onClose}>{close}</Button>
        </>
      }
    >
      <div className={styles.help}>
        <a className={styles.documentation} href="/docs/" target="_blank" rel="noreferrer">
          <IconListDetails size={18} />
          {say('documentation')}
        </a>
        <section aria-label={say('shortcuts')}>
          <h3>{say('shortcuts')}</h3>
          <dl className={styles.keys} data-on={on}>
            <div data-always>
              <dt>
                <kbd>{say('ctrl')}</kbd>
                <small> + </small>
                <kbd>k</kbd>
              </dt>
              <dd>{say('key.palette')}</dd>
            </div>
            {shortcuts.map(({ keys, does }) => (
              <div key={does}>
                <dt>
                  {keys.map((key, index) => (
                    <span key={key}>
                      {index > 0 && <small> {say('keysThen')} </small>}
                      <kbd>{key}</kbd>
                    </span>
                  ))}
                </dt>
                <dd>{say(`key.${does}`)}</dd>
              </div>
            ))}
            <div data-always>
              <dt>
                <kbd>{say('arrows')}</kbd>
              </dt>
              <dd>{say('alongFigures')}</dd>
            </div>
            <div data-always>
              <dt>
                <kbd>{say('space')}</kbd>
              </dt>
              <dd>{say('moreOfCard')}</dd>
            </div>
            <div data-always>
              <dt>
                <kbd>{say('escape')}</kbd>
              </dt>
              <dd>{say('closeOpen')}</dd>
            </div>
          </dl>
          <Checkbox
            label={say('singleKeys')}
            description={say('singleKeysText')}
            checked={on}
            onChange={({ currentTarget }) => switchShortcuts(currentTarget.checked)}
          />
        </section>
        {figureGroups.map(({ title, figures }) => (
          <section key={title} aria-label={say(title)}>
            <h3>{say(title)}</h3>
            <dl className={styles.figures}>
              {figures.map((figure) => (
                <div key={figure}>
                  <dt>{sayOfFigures(`${figure}.name`)}</dt>
                  <dd>{sayOfFigures(`${figure}.text`)}</dd>
                </div>
              ))}
              {title === 'totals' && (
                <div>
                  <dt>{say('definitions')}</dt>
                  <dd>{say('definitionsText')}</dd>
                </div>
              )}
            </dl>
          </section>
        ))}
        <VersionLine />
      </div>
    </Dialog>
  )
}

/** Letters of a commit that name it. */
const commitShown = 12

/** Which Packboard this is, for who asks for help or reads the list of changes. */
function VersionLine() {
  const say = useTexts('help')
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => call(version, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data === undefined) return null
  const name =
    data.commit === null
      ? say('version', { version: data.version })
      : say('versionOfCommit', {
          version: data.version,
          commit: data.commit.slice(0, commitShown),
        })
  const since = say('runningSince', { since: formatDateTime(data.startedAt, browserZone) })
  return (
    <p className={styles.version}>
      {name} · <KeepDates>{since}</KeepDates>
    </p>
  )
}
