import type { connectionMessages, RecentMessageWire } from '@packboard/contract'
import { quarantineMends } from '@packboard/model'
import type { MachineMessages, RecentMessage } from '@packboard/telemetry/read'
import { messageLimits } from '@packboard/telemetry/write'
import type { z } from 'zod'
import { adviceOf, type Refusal } from '../dataSources/adviceOf.ts'

type Light = z.output<typeof connectionMessages.answer>['light']

/** Of two that came in one moment, the one that was not accepted counts: a person has to do something about it. */
export function lightOf({ goodAt, messages }: MachineMessages): Light {
  const wrong = messages.find(({ became }) => became === 'quarantined')
  if (wrong && wrong.receivedAt >= (goodAt ?? 0)) return 'wrong'
  return goodAt === null ? 'waiting' : 'good'
}

export function connectionMessage(message: RecentMessage): RecentMessageWire {
  const { no, receivedAt, source, topic, became } = message
  const raw = message.raw()
  return {
    no,
    receivedAt: new Date(receivedAt),
    source,
    topic: topic ?? null,
    raw: raw.slice(0, messageLimits.characters),
    isCut: raw.length > messageLimits.characters,
    became,
    why: message.became === 'quarantined' ? whyOf(message) : null,
  }
}

function whyOf({ topic, reason, detail }: { readonly topic?: string | undefined } & Refusal) {
  const advice = adviceOf({ topic, reason, detail })
  return { reason, detail, advice, mend: quarantineMends[advice] } as const
}
