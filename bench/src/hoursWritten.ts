import { setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 200

/** Waits until the hours of all minutes are made. */
export async function hoursWritten(url: string) {
  for (;;) {
    const text = await (await fetch(`${url}/metrics`)).text()
    const left = ['hour_months_to_check', 'hours_to_write'].map((name) =>
      Number(new RegExp(`^packboard_telemetry_${name} (\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN),
    )
    if (left.some(Number.isNaN)) throw new Error('the metrics say nothing of hours')
    if (left.every((one) => one === 0)) return
    await sleep(pauseMs)
  }
}
