import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useShiftProgress } from '../shiftProgress/useShiftProgress.ts'

/** The shift of all machines of the wall: made, what is due by now, and where it leads; nothing without shifts or targets. */
export function WallShift({ clientId }: { clientId: number }) {
  const say = useTexts('shiftProgress')
  const progress = useShiftProgress(clientId)
  const all = progress?.groups.find(({ by }) => by === 'client')
  if (!all || all.due === null || all.ofShift === null || all.ofShift <= 0) return null
  const { made, due, ofShift, forecast } = all
  return (
    <>
      <div>
        <dt>{say('madeOfDue', { shift: progress?.shift?.name ?? '' })}</dt>
        <dd>
          {formatCount(made)} <small>{say('ofTarget', { target: formatCount(due) })}</small>
        </dd>
      </div>
      {forecast !== null && (
        <div>
          <dt>{say('forecast')}</dt>
          <dd>
            {formatCount(forecast)}{' '}
            <small>{say('ofTarget', { target: formatCount(ofShift) })}</small>
          </dd>
        </div>
      )}
    </>
  )
}
