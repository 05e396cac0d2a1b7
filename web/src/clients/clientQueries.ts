import {
  clientBoard,
  clientMachines,
  clientNames,
  clientTimes,
  operatorRows,
} from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const retryMs = 30_000

export const clientQueries = {
  names: () =>
    queryOptions({
      queryKey: ['clients', 'names'],
      queryFn: ({ signal }) => call(clientNames, {}, signal),
    }),
  /** With what stands at each of them, for staff who choose; requested again while it is shown. */
  board: () =>
    queryOptions({
      queryKey: ['clients', 'board'],
      queryFn: ({ signal }) => call(clientBoard, {}, signal),
      refetchInterval: retryMs,
      staleTime: retryMs / 2,
    }),
}

/** A client's own clock: its zone, its shifts and the number of their last change. */
export const clientTimesQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['clients', 'times', clientId],
    queryFn: async ({ signal }) => {
      const answer = await call(clientTimes, { params: { clientId } }, signal)
      return { zone: answer.timezone, starts: answer.shifts, version: answer.version }
    },
    staleTime: 300_000,
  })

const longMs = 5 * 60_000

/**
 * The machines of a client in the order of their lines, with type and picture. Requested again every 30 s while there are
 * none or they could not be loaded; a machine that is added later appears within minutes.
 */
export const machinesQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['overview', 'machines', clientId],
    queryFn: ({ signal }) => call(clientMachines, { params: { clientId }, query: {} }, signal),
    staleTime: longMs,
    // Who comes back without a network finds the machines of before.
    gcTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) =>
      state.status === 'error' || state.data?.machines.length === 0 ? retryMs : longMs,
  })

export const useMachines = (clientId: number) => useQuery(machinesQuery(clientId))

/** Whether a client allows that its operators are compared. */
export const operatorRowsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['operatorRows', clientId],
    queryFn: async ({ signal }) =>
      (await call(operatorRows, { params: { clientId } }, signal)).setting,
  })
