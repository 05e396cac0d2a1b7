import type { StopPart, StopRow } from '@packboard/contract'
import { labelLimits } from '@packboard/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { textsOf } from '../i18n/useTexts.ts'
import type { Reasons } from '../reasons/useReasons.ts'
import { usePerson } from '../session/useSession.ts'
import { serverNow } from '../time/serverClock.ts'
import { useShownZone } from '../time/zone.ts'
import { showToast } from '../ui/Toasts.tsx'
import {
  type LabelChange,
  labelChange,
  newKey,
  refreshLabels,
  refusalOfLabel,
  type StopLabelBody,
  sendLabel,
  stretchOf,
} from './labels.ts'

type Stop = Pick<StopRow, 'machine' | 'parts' | 'goesOn' | 'end'>

/** May this person say why the machine stood? */
export function useMayLabel(): (stop: Pick<StopRow, 'goesOn' | 'end'>) => boolean {
  const { labelStops, labelOldStops } = usePerson().permissions
  return ({ goesOn, end }) => {
    if (!labelStops) return false
    const hours = (serverNow() - end.getTime()) / 3_600_000
    return labelOldStops || goesOn || hours < labelLimits.userHours
  }
}

/** Names stretches of a client's stops. What another person named first is reported with that person's name. */
export function useLabelling(clientId: number, reasons: Reasons) {
  const queries = useQueryClient()
  const zone = useShownZone()
  const [refused, setRefused] = useState<string | null>(null)
  const sending = useMutation({
    mutationFn: (body: StopLabelBody) => sendLabel(body),
    onSuccess: () => {
      setRefused(null)
      showToast(textsOf('stopBook')('stored'))
    },
    onError: async (error, body) => {
      const words = await refusalOfLabel(error, body, reasons.nameOf, zone)
      setRefused(words)
      showToast(words, true)
    },
    onSettled: () => refreshLabels(queries),
  })
  const send = (stop: Pick<Stop, 'machine'>, change: LabelChange) =>
    sending.mutateAsync({ clientId, machineId: stop.machine, key: newKey(), change }).then(
      () => true,
      () => false,
    )
  return {
    busy: sending.isPending,
    /** Why the last change was not stored. */
    refused,
    send,
    label: (stop: Stop, parts: readonly StopPart[], reason: string, note = '') =>
      send(stop, labelChange(stop, parts, reason, note)),
    takeBack: (stop: Stop, part: StopPart) =>
      send(stop, {
        ...{ action: 'takeBack', ...stretchOf([part]) },
        untilRun: stop.goesOn && part === stop.parts.at(-1),
      }),
    merge: (stop: Stop, parts: readonly StopPart[], reason: string, note: string) =>
      send(stop, { action: 'merge', ...stretchOf(parts), reason, note }),
  }
}

export type Labelling = ReturnType<typeof useLabelling>
