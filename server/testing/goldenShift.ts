/**
 * The golden case of D24 as a machine would report it, from `start` (ms) on: 12 hours, of which 30,000 s run, 3,600 s
 * alarm, 6,000 s idle (2,400 s of them Downstream), 1,800 s ancillary and 1,800 s silence; 24,000 packs of one product
 * with 280 rejects, 4,000 of another.
 */
export function goldenShift(
  serialNo: string,
  start: number,
  [first, second]: readonly [string, string] = ['Mint Drops 200 g', 'Fudge Bites 120 g'],
): object[] {
  const parts = [
    {
      until: 27_000,
      state: 10,
      product: first,
      tool: 'Tube 180',
      speed: 160 / 3,
      packs: 24_000,
      rejects: 280,
    },
    { until: 30_600, state: 21, product: first, tool: 'Tube 180', speed: 0, packs: 0, rejects: 0 },
    { until: 34_200, state: 5, product: first, tool: 'Tube 180', speed: 0, packs: 0, rejects: 0 },
    { until: 36_600, state: 19, product: first, tool: 'Tube 180', speed: 0, packs: 0, rejects: 0 },
    { until: 38_400, state: 9, product: first, tool: 'Tube 180', speed: 20, packs: 0, rejects: 0 },
    // The last sample holds for 90 s more, until 41,400.
    {
      until: 41_310,
      state: 10,
      product: second,
      tool: 'Tube 140',
      speed: 80,
      packs: 4_000,
      rejects: 0,
    },
  ]
  const records: object[] = []
  let [packs, rejects, from] = [0, 0, 0]
  for (const part of parts) {
    const length = part.until - from
    for (let second = 0; second < length; second += 30) {
      records.push({
        kind: 'sample',
        serialNo,
        time: start + (from + second) * 1_000,
        state: part.state,
        product: part.product,
        tool: part.tool,
        user: 'J. Hughes',
        speed: part.speed,
        packs: packs + (part.packs * second) / length,
        rejects: rejects + Math.floor((part.rejects * second) / length),
      })
    }
    packs += part.packs
    rejects += part.rejects
    from = part.until
  }
  records.push({ kind: 'sample', serialNo, time: start + from * 1_000, packs, rejects })
  return records
}

/** The alarm two seconds before the golden shift's stop: its first-out cause (D18). */
export const goldenAlarm = (serialNo: string, start: number) => ({
  kind: 'alarm',
  serialNo,
  raisedAt: start + 26_998_000,
  group: 'Film',
  description: 'Film snapped',
})
