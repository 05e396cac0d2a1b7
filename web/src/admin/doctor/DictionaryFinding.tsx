import { confirmDictionary, type DictionaryFindingWire } from '@packboard/contract'
import { formatDateTime } from '@packboard/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, failureText } from '../../api/call.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import { type Say, useTexts } from '../../i18n/useTexts.ts'
import { usePerson } from '../../session/useSession.ts'
import { useShownZone } from '../../time/zone.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import styles from './DictionaryFinding.module.css'

type Name = DictionaryFindingWire['scores'][number]['dictionary']

const names: Readonly<Record<Name, string>> = {
  'iso-tr88': 'ISA-TR88',
  libremfg: 'libremfg',
  tmc: 'TMC',
}

/** What the state numbers of a machine say about its dictionary, and a person's word on it. */
export function DictionaryFinding({
  machineId,
  finding,
}: {
  machineId: number
  finding: DictionaryFindingWire
}) {
  const say = useTexts('doctor')
  const { permissions } = usePerson()
  const { inUse, proposal, scores, isProvisional, pairs } = finding
  // A table of its own is replaced on the connection alone.
  const other = proposal !== null && inUse !== null && proposal !== inUse ? proposal : null
  return (
    <div className={styles.finding}>
      <p role="status" className={styles.verdict}>
        {isProvisional && <ProvisionalMark />}
        <span>{verdictOf(finding, say)}</span>
      </p>
      {pairs > 0 && (
        <table className={styles.scores} aria-label={say('scores')}>
          <tbody>
            {scores.map(({ dictionary, legal, of }) => (
              <tr key={dictionary} data-used={dictionary === inUse}>
                <th scope="row">
                  {names[dictionary]}
                  {dictionary === inUse && <small>{say('inUse')}</small>}
                </th>
                <td className={styles.bar} aria-hidden="true">
                  <i style={{ width: `${of === 0 ? 0 : (100 * legal) / of}%` }} />
                </td>
                <td className="digits">
                  {say('legal', { legal: formatCount(legal), of: formatCount(of) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isProvisional && <p className={styles.note}>{say('provisionalWhy')}</p>}
      <Confirmed finding={finding} />
      {(isProvisional || other !== null) &&
        (permissions.manageInstallation ? (
          <Choice {...{ machineId, other }} kept={isProvisional ? inUse : null} />
        ) : (
          <p className={styles.note}>{say('whoConfirms')}</p>
        ))}
    </div>
  )
}

function Choice({
  machineId,
  other,
  kept,
}: {
  machineId: number
  /** The one that is proposed in place of the one in use. */
  other: Name | null
  /** The one in use, where no person has confirmed it. */
  kept: Name | null
}) {
  const say = useTexts('doctor')
  const queries = useQueryClient()
  const confirming = useMutation({
    mutationFn: (dictionary: Name) =>
      call(confirmDictionary, { params: { id: machineId }, body: { dictionary } }),
    onSuccess: () => {
      showToast(say('done'))
      // The connection, the data sources, and the cards of the machines.
      void queries.invalidateQueries({ queryKey: ['panel'] })
      void queries.invalidateQueries({ queryKey: ['overview', 'machines'] })
    },
    onError: (error) => showToast(failureText(error), true),
  })
  const busy = (dictionary: Name) =>
    confirming.isPending && confirming.variables === dictionary ? say('confirming') : null
  return (
    <div className={styles.choice}>
      {other !== null && (
        <BusyButton
          busy={busy(other)}
          disabled={confirming.isPending}
          onClick={() => confirming.mutate(other)}
        >
          {say('use', { name: names[other] })}
        </BusyButton>
      )}
      {kept !== null && (
        <BusyButton
          quiet
          busy={busy(kept)}
          disabled={confirming.isPending}
          onClick={() => confirming.mutate(kept)}
        >
          {say('asItIs')}
        </BusyButton>
      )}
    </div>
  )
}

function Confirmed({
  finding: { confirmedAt, confirmedBy, inUse },
}: {
  finding: DictionaryFindingWire
}) {
  const say = useTexts('doctor')
  const zone = useShownZone()
  if (confirmedAt === null || inUse === null) return null
  const at = formatDateTime(confirmedAt, zone)
  return (
    <p className={styles.note}>
      <KeepDates>
        {confirmedBy === null
          ? say('confirmedBefore', { at })
          : say('confirmedBy', { name: confirmedBy, at })}
      </KeepDates>
    </p>
  )
}

function verdictOf(
  { verdict, proposal, inUse, scores, pairs }: DictionaryFindingWire,
  say: Say<'doctor'>,
): string {
  switch (verdict) {
    case 'words':
      return say('words')
    case 'watching':
      return say('watching', { pairs })
    case 'none':
      return say('none')
    case 'tied': {
      const [first, second] = scores.map(({ dictionary }) => names[dictionary])
      return say('tied', { first: first ?? '', second: second ?? '' })
    }
    case 'found': {
      const name = proposal === null ? '' : names[proposal]
      if (inUse === null) return say('foundBesideTable', { name })
      return proposal === inUse
        ? say('foundInUse', { name })
        : say('foundOther', { name, inUse: names[inUse] })
    }
  }
}

/** Stands at a machine whose figures are provisional. */
export function ProvisionalMark() {
  const say = useTexts('doctor')
  return (
    <span className={styles.mark} title={say('provisionalWhy')}>
      {say('provisional')}
    </span>
  )
}
