import { type ClientMachine, clientMachines } from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export type MachineTarget = NonNullable<ClientMachine['target']>
export type Targets = ReadonlyMap<string, MachineTarget>

const againMs = 60_000
const none: Targets = new Map()

/** The target speed of each machine with what it packs, requested again every minute, because products change. */
export function useTargets(clientId: number): Targets {
  const { data } = useQuery({
    queryKey: ['overview', 'targets', clientId],
    queryFn: ({ signal }) =>
      call(clientMachines, { params: { clientId }, query: { targets: 'yes' } }, signal),
    select: targetsOf,
    staleTime: againMs,
    refetchInterval: againMs,
  })
  return data ?? none
}

const targetsOf = ({ machines }: { machines: readonly ClientMachine[] }): Targets =>
  new Map(machines.flatMap(({ machineId, target }) => (target ? [[machineId, target]] : [])))

/** The target speed in packs per minute of a machine that packs this product; null where it is not known. */
export const targetPpm = (target: MachineTarget | undefined, product: string): number | null =>
  target?.product === product ? target.ppm : null
