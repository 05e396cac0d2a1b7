import type { LineNowWire } from '@packboard/contract'

/** Why a machine of a line stands, as it is drawn; `runs` also of planned time and of one that sends nothing. */
export function roleOf(
  {
    machineId,
    attribution,
  }: Pick<LineNowWire['stations'][number]['machines'][number], 'machineId' | 'attribution'>,
  root: LineNowWire['root'],
): 'root' | 'own' | 'waits' | 'undecided' | 'runs' {
  if (root !== null && machineId === root.machineId) return 'root'
  if (attribution === null) return 'runs'
  if (attribution.kind === 'own') return 'own'
  return attribution.kind === 'inherited' ? 'waits' : 'undecided'
}
