import { useMachines } from './clientQueries.ts'

/** The lines of a client that have a flow, in their order; none until they are known. */
export function useLinesWithFlow(clientId: number): readonly string[] {
  const { data } = useMachines(clientId)
  const names = data?.machines.flatMap(({ hasFlow, lineName }) => (hasFlow ? [lineName] : []))
  return [...new Set(names)]
}
