import type { Telemetry } from '../src/store.ts'
import { commitBatch, putMachineRules } from '../src/write.ts'
import { type LongStory, longAlarms, longSamples } from './longStory.ts'
import { batchOf } from './records.ts'

type Place = { readonly clientId: number; readonly machineId: number }

/** Lets the records of a story arrive for one machine, batch by batch, and then those with other content. */
export async function playStory(telemetry: Telemetry, place: Place, story: LongStory) {
  const rule = {
    holdMs: story.holdMs,
    targetPpm: 60,
    designPpm: null,
    recipePpm: new Map<string, number>(),
    categories: {},
  }
  await putMachineRules(telemetry, [{ ...place, ...rule }])
  for (const { samples, alarms, settles } of story.batches) {
    await commitBatch(
      telemetry,
      batchOf({
        samples: longSamples(place, story, samples),
        alarms: longAlarms(place, story, alarms),
      }),
    )
    if (settles) await telemetry.settled()
  }
  const all = story.batches.flatMap(({ samples }) => samples)
  const replaced = story.replaced.flatMap(([i, other]) => {
    const sent = all[i % all.length]
    return sent ? [{ ...other, at: sent.at, sequence: sent.sequence }] : []
  })
  const once = new Map(replaced.map((sample) => [sample.at, sample]))
  if (once.size === 0) return
  const samples = longSamples(place, story, [...once.values()])
  await commitBatch(telemetry, batchOf({ samples }))
}
