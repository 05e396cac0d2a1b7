import { Button } from '@mantine/core'
import { identities, linkIdentity, unlinkIdentity } from '@packboard/contract'
import { formatDateTime } from '@packboard/model'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, failureText } from '../api/call.ts'
import { ConfirmModal } from '../crud/ConfirmModal.tsx'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { IconBuildingFactory2 } from '../icons/icons.ts'
import { mayTravel, thisPage, travel } from '../session/companyTrip.ts'
import { useShownZone } from '../time/zone.ts'
import { Loadable } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/Toasts.tsx'
import { useOpening } from '../ui/useOpening.ts'
import styles from './CompanyIdentities.module.css'

/** Who opens the own account besides a password, and who may be joined to it. */
export const identitiesQuery = queryOptions({
  queryKey: ['account', 'identities'],
  queryFn: ({ signal }) => call(identities, {}, signal),
})

/**
 * The companies that open one's own account, and those that may be joined to it. `hasOther`: there is another way into the account
 * than a company.
 */
export function CompanyIdentities({ hasOther }: { hasOther: boolean }) {
  const say = useTexts('companySignIn')
  const queries = useQueryClient()
  const query = useQuery(identitiesQuery)
  const zone = useShownZone()
  const when = (at: Date) => formatDateTime(at, zone)
  const parting = useOpening<{
    readonly id: number
    readonly name: string
    readonly isLast: boolean
  }>()
  const linking = useMutation({
    mutationFn: (identityProviderId: number) =>
      travel({ purpose: 'link', back: thisPage() }, async (challenge) => {
        const body = { identityProviderId, challenge }
        return (await call(linkIdentity, { body })).address
      }),
    onError: (error) => showToast(failureText(error), true),
  })
  return (
    <Panel id="companies" title={say('companies')} sub={say('companiesLead')}>
      <Loadable query={query} emptyText={say('noCompany')} isEmpty={() => false} saysLoading>
        {({ identities: linked, providers }) => (
          <div className={styles.companies}>
            {linked.length === 0 && <p className={styles.none}>{say('noCompany')}</p>}
            {linked.map(({ id, name, issuer, email, linkedAt, lastAt }) => (
              <div key={id} className={styles.row}>
                <IconBuildingFactory2 size={20} />
                <div className={styles.words}>
                  <strong>{name ?? say('deletedCompany')}</strong>
                  <span>{email ?? issuer}</span>
                  <span>
                    {lastAt === null
                      ? say('joined', { date: when(linkedAt) })
                      : say('joinedUsed', { date: when(linkedAt), used: when(lastAt) })}
                  </span>
                </div>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={say('partOf', { name: name ?? issuer })}
                  onClick={() =>
                    parting.open({
                      ...{ id, name: name ?? issuer },
                      isLast: !hasOther && linked.length === 1,
                    })
                  }
                >
                  {say('part')}
                </Button>
              </div>
            ))}
            {mayTravel() &&
              providers.map(({ id, name }) => (
                <div key={id} className={styles.row}>
                  <Button
                    variant="default"
                    size="xs"
                    loading={linking.isPending}
                    onClick={() => linking.mutate(id)}
                  >
                    {say('joinOf', { name })}
                  </Button>
                </div>
              ))}
          </div>
        )}
      </Loadable>
      {parting.about && (
        <ConfirmModal
          key={parting.times}
          title={say('partTitle')}
          confirm={say('part')}
          busy={say('parting')}
          consequence={say(parting.about.isLast ? 'partLast' : 'partConsequence')}
          send={() => call(unlinkIdentity, { params: { id: parting.about?.id ?? 0 } })}
          done={() => {
            showToast(textsOf('companySignIn')('parted'))
            void queries.invalidateQueries({ queryKey: identitiesQuery.queryKey })
          }}
          {...parting.dialog}
        >
          <p>{say('partQuestion', { name: parting.about.name })}</p>
        </ConfirmModal>
      )}
    </Panel>
  )
}
