import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../i18n/useTexts.ts'
import { usePerson } from '../session/useSession.ts'
import { NotAllowed } from '../ui/NotAllowed.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { ClientSelect } from './ClientSelect.tsx'
import { useOnlyClient } from './useUsualClient.ts'

/** Staff choose the client whose data they want to see; everybody else reads 'Not Allowed'. */
export function ClientPicker() {
  const say = useTexts('clients')
  const openPanel = useTexts('overview')('openPanel')
  usePageTitle(say('pageTitle'))
  const session = usePerson()
  useOnlyClient()
  if (!session.permissions.chooseClient) return <NotAllowed />
  return (
    <ClientSelect label={say('selectClient')} noneText={say('none')}>
      {session.permissions.openPanel && (
        // A fresh installation has no client yet: they are added there.
        <Button component={Link} to="/admin/panel" variant="default">
          {openPanel}
        </Button>
      )}
    </ClientSelect>
  )
}
