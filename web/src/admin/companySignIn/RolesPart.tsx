import { Button, TextInput } from '@mantine/core'
import { type CompanyOwner, companyLimits, companyRoles } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { options } from '../../crud/formFields.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconPlus, IconTrash } from '../../icons/furtherIcons.ts'
import { usePerson } from '../../session/useSession.ts'
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx'
import { panelQueries } from '../panelQueries.ts'
import styles from './CompanySignIn.module.css'
import type { DraftRole, ProviderDraft } from './providerDraft.ts'

/** What each part of the form shows and changes. */
export type Part = {
  readonly draft: ProviderDraft
  readonly owner: CompanyOwner
  readonly change: (part: Partial<ProviderDraft>) => void
}

/** Which value of the claim gives which role. */
export function RolesPart({ draft, owner, change, add }: Part & { add: () => void }) {
  const say = useTexts('companyPanel')
  const isStaff = owner === 'installation'
  const mayWriteEngineer = usePerson().permissions.manageInstallation
  const distributors = useQuery({ ...panelQueries.distributors(), enabled: isStaff })
  const set = (key: number, part: Partial<DraftRole>) =>
    change({ roles: draft.roles.map((each) => (each.key === key ? { ...each, ...part } : each)) })
  const offered = (current: DraftRole['role']) =>
    companyRoles(owner)
      .filter((role) => role !== 'engineer' || mayWriteEngineer || current === role)
      .map((role) => ({ value: role, label: say(role) }))
  return (
    <fieldset className={styles.part}>
      <legend>{say('roles')}</legend>
      <TextInput
        label={say('roleClaim')}
        description={say('roleClaimHint')}
        maxLength={256}
        value={draft.roleClaim}
        onChange={(event) => change({ roleClaim: event.currentTarget.value.trim() })}
      />
      <p className={styles.note}>{say('rolesHint')}</p>
      <ul className={styles.roles}>
        {draft.roles.map((each, index) => (
          <li key={each.key}>
            <TextInput
              label={say('valueOf', { place: index + 1 })}
              maxLength={companyLimits.groupCharacters}
              value={each.value}
              onChange={(event) => set(each.key, { value: event.currentTarget.value })}
            />
            {isStaff ? (
              <ChoiceSelect
                label={say('distributorOf', { place: index + 1 })}
                data={options(distributors.data, ({ name }) => name)}
                value={each.distributorId === null ? null : String(each.distributorId)}
                onChange={(chosen) => set(each.key, { distributorId: Number(chosen) || null })}
              />
            ) : (
              <ChoiceSelect
                label={say('roleOf', { place: index + 1 })}
                data={offered(each.role)}
                value={each.role}
                onChange={(role) => role && set(each.key, { role })}
              />
            )}
            <IconButton
              label={say('removeRow', { place: index + 1 })}
              icon={IconTrash}
              onClick={() => change({ roles: draft.roles.filter(({ key }) => key !== each.key) })}
            />
          </li>
        ))}
      </ul>
      {draft.roles.length < companyLimits.roleRows && (
        <div>
          <Button variant="default" size="xs" leftSection={<IconPlus size={16} />} onClick={add}>
            {say('addRow')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
