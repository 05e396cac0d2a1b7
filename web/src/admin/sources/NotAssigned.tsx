import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormModal } from '../../crud/FormModal.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconPlus } from '../../icons/furtherIcons.ts'
import { usePerson } from '../../session/useSession.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useOpening } from '../../ui/useOpening.ts'
import { refreshLists } from '../panelQueries.ts'
import { type SeenDevice, useMachineForms } from '../useMachineForms.ts'
import styles from './DataSources.module.css'
import { sourceQueries } from './sourceRows.ts'

/** What a gateway speaks for at the broker of the plant and no machine is set to. */
export function NotAssigned({
  clientId,
  found,
}: {
  clientId: number
  found: readonly SeenDevice[]
}) {
  const say = useTexts('sources')
  const sayPanel = useTexts('panel')
  const { manageInstallation } = usePerson().permissions
  const opening = useOpening<SeenDevice>()
  const [added, setAdded] = useState<string | null>(null)
  if (found.length === 0 && added === null && !opening.dialog.opened) return null
  return (
    <Panel title={say('notAssigned')} sub={say('notAssignedHint')}>
      <ul className={styles.notAssigned}>
        {found.map((seen) => (
          <li key={seen.address}>
            <code>{seen.address}</code>
            <span>
              {say('lastMessage')} <DateTime at={seen.seenAt} />
              {!seen.isOwn && ` · ${say('notOwn')}`}
            </span>
            {manageInstallation && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPlus size={16} />}
                aria-label={say('addSeen', { name: seen.address })}
                onClick={() => opening.open(seen)}
              >
                {say('addMachine')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div role="status">
        {added !== null && (
          <p className={styles.note}>{sayPanel('machineAdded', { name: added })}</p>
        )}
      </div>
      {opening.about && (
        <AddSeen
          key={opening.times}
          {...{ clientId }}
          seen={opening.about}
          done={setAdded}
          {...opening.dialog}
        />
      )}
    </Panel>
  )
}

/** The form of a new machine with what is known of it; once it is saved its row is in the table below. */
function AddSeen({
  clientId,
  seen,
  done,
  ...dialog
}: {
  clientId: number
  seen: SeenDevice
  done: (serialNo: string | null) => void
  opened: boolean
  onClose: () => void
}) {
  const say = useTexts('panel')
  const queries = useQueryClient()
  const { formOfSeen } = useMachineForms((added) => {
    done(added?.serialNo ?? null)
    void refreshLists(queries, ['machines'])
    void queries.invalidateQueries({ queryKey: sourceQueries.of(clientId).queryKey })
  })
  return (
    <FormModal
      title={say('addOf', { noun: say('aMachine') })}
      submit={say('add')}
      busy={say('adding')}
      spec={formOfSeen(seen, clientId)}
      {...dialog}
    />
  )
}
