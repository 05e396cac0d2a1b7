import { setProducts } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { call, failureText } from '../../api/call.ts'
import { formatPercent } from '../../i18n/formatNumber.ts'
import { textsOf, useTexts } from '../../i18n/useTexts.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { speedNumber } from '../settings/settingRows.ts'
import styles from './Proposals.module.css'
import { type Proposal, proposedPpm } from './speedRows.ts'

/** Sets a proposed speed of a machine from now on, at one press. */
export function useSetProposal(
  clientId: number,
  version: number | undefined,
  refresh: () => Promise<void>,
) {
  return useMutation({
    mutationFn: ({ product, machineId, ...proposal }: Proposal) => {
      const reason = textsOf('settings')('proposalReason')
      const targets = [{ product, machineId, ppm: proposedPpm(proposal), reason }]
      const based = version === undefined ? {} : { version }
      return call(setProducts, { params: { clientId }, body: { targets, ...based } })
    },
    onSuccess: () => showToast(textsOf('settings')('proposalSet')),
    onError: (error) => showToast(failureText(error), true),
    onSettled: refresh,
  })
}

export type SetProposal = ReturnType<typeof useSetProposal>

/** The button of a proposal. */
export function SetProposed({ proposal, set }: { proposal: Proposal; set: SetProposal }) {
  const say = useTexts('settings')
  const { product, machineId } = proposal
  const number = speedNumber(proposedPpm(proposal))
  const isBusy =
    set.isPending && set.variables.product === product && set.variables.machineId === machineId
  return (
    <BusyButton quiet busy={isBusy ? say('entering') : null} onClick={() => set.mutate(proposal)}>
      {say('setProposal', { number })}
      <span className="spoken"> {say('speedOn', { product, machines: machineId })}</span>
    </BusyButton>
  )
}

/** The machines whose performance was above 100 % for a week, with what their records propose; those that were raised since are left out. */
export function TooLow({
  proposals,
  set,
  mayEdit,
}: {
  proposals: readonly Proposal[]
  set: SetProposal
  mayEdit: boolean
}) {
  const say = useTexts('settings')
  const low = proposals.filter(
    (one) => one.tooLow && one.present !== null && one.present < proposedPpm(one),
  )
  if (low.length === 0) return null
  return (
    <Panel title={say('tooLow')} sub={say('tooLowHint')} className={styles.tooLow}>
      <ul>
        {low.map((one) => (
          <li key={`${one.product} ${one.machineId}`}>
            <b>{say('speedOn', { product: one.product, machines: one.machineId })}</b>
            <span>
              {say('tooLowOf', {
                performance: formatPercent((one.performanceWeek ?? 0) * 100),
                present: say('ppm', { number: speedNumber(one.present ?? 0) }),
                number: speedNumber(proposedPpm(one)),
              })}
            </span>
            {mayEdit && <SetProposed proposal={one} set={set} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
