import { all, type CompareBy } from '@packboard/contract'
import { type Management, operatorSetting } from '@packboard/management'
import { AppError, type ClientScope } from '@packboard/model'
import { requirePremium } from '../daySummary/readDays.ts'

/**
 * Refuses for a client without premium what the day summary has for premium clients alone (D51): several machines, days, weeks; and rows
 * of operators where the client does not allow them.
 */
export async function mayCompare(
  management: Management,
  scope: ClientScope,
  { by, machineId, machine }: { by: CompareBy; machineId: string; machine: string },
): Promise<void> {
  if (by === 'operator' && (await operatorSetting(management, scope)) !== 'allowed') {
    throw new AppError('request.notAllowed', {
      message: 'This client does not allow figures by operator.',
    })
  }
  const several = machineId === all && machine === all
  if (!several && by !== 'day' && by !== 'week') return
  await requirePremium(management, scope)
}
