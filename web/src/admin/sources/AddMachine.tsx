import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { FormModal } from '../../crud/FormModal.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconPlus } from '../../icons/furtherIcons.ts'
import { useOpening } from '../../ui/useOpening.ts'
import { refreshLists } from '../panelQueries.ts'
import { type Added, useMachineForms } from '../useMachineForms.ts'
import { sourceQueries } from './sourceRows.ts'

/** Adds a machine where its records will be looked for: the form of the table of machines. */
export function AddMachine({
  clientId,
  done,
}: {
  clientId: number
  done: (added: Added | null) => void
}) {
  const say = useTexts('panel')
  const queries = useQueryClient()
  const opening = useOpening<'new'>()
  const { formOf } = useMachineForms((added) => {
    done(added)
    void refreshLists(queries, ['machines'])
    void queries.invalidateQueries({ queryKey: sourceQueries.of(clientId).queryKey })
  })
  const title = say('addOf', { noun: say('aMachine') })
  return (
    <>
      <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => opening.open('new')}>
        {title}
      </Button>
      {opening.about && (
        <FormModal
          key={opening.times}
          title={title}
          submit={say('add')}
          busy={say('adding')}
          spec={formOf(null)}
          {...opening.dialog}
        />
      )}
    </>
  )
}
