import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../testing/openPage.tsx'
import {
  person,
  wireAnswer,
  wireIncrement,
  wireMachines,
  wireRecord,
} from '../../testing/wireAnswers.ts'
import { setLanguage } from '../i18n/language.ts'

const now = new Date('2026-11-21T14:32:12Z')
const soon = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toISOString()

beforeEach(() => {
  vi.useFakeTimers({ now, shouldAdvanceTime: true })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Answers machinesData one after the other; the last answer stays. */
function answering(...answers: (() => Response)[]): Wire {
  return (path) => {
    if (path !== '/api/admin/machinesData') return undefined
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return answer?.()
  }
}

const fine = () => Response.json(wireAnswer())
const failing = () => refusal(500, 'server.failed', 'An error occurred')
const increments = () =>
  Response.json(wireAnswer({ dataArray: [wireIncrement()], end_date: '2026-11-21T14:32:40.000Z' }))

async function openOverview(wire: Wire) {
  const requested = serve(wire)
  const page = await openPage('/admin/dashboard', person())
  await pass(50)
  const questions = () =>
    requested.filter(({ path }) => path === '/api/admin/machinesData').map(({ body }) => body)
  return { ...page, requested, questions }
}

const card = (serialNo = 'FW-101') =>
  screen.getByRole('link', { name: new RegExp(`^${serialNo}\\b`) })
const field = (label: string) =>
  within(card())
    .getAllByText((_, element) => element?.tagName === 'DT' && element.textContent === label)
    .map((term) => term.nextElementSibling?.textContent)[0]

test('a card carries the mark of a machine whose dictionary no person confirmed, and no other card', async () => {
  const [first, second] = wireMachines('FW-101', 'FW-102').machines
  const machines = { machines: [{ ...first, isProvisional: true }, second] }
  const both = {
    dataArray: [wireRecord(), wireRecord({ machineId: 'FW-102', Machine_ID: 'FW-102' })],
  }
  await openOverview((path) => {
    if (path.startsWith('/api/admin/client_machines/')) return Response.json(machines)
    return path === '/api/admin/machinesData' ? Response.json(wireAnswer(both)) : undefined
  })
  expect(within(card()).getByText('Provisional')).toBeTruthy()
  expect(within(card('FW-102')).queryByText('Provisional')).toBeNull()
})

test('a card shows every field of the specification and leads to its production page', async () => {
  await openOverview(answering(fine))
  expect(card().getAttribute('href')).toBe('/admin/productionData/1/FW-101')
  expect(field('Product')).toBe('Choc Bar 45 g')
  expect(field('Batch Packs')).toBe('61,817')
  expect(field('Total Packs')).toBe('75,378')
  expect(field('Run Time')).toBe('7h 53m 43s')
  expect(field('Alarm Time')).toBe('0h 00m 00s')
  expect(field('Idle Time')).toBe('0h 27m 34s')
  expect(field('Ancillary Time')).toBe('0h 10m 53s')
  expect(field('Speed (ppm)')).toBe('158ppm')
  expect(field('Tool')).toBe('T45-B')
  expect(field('User')).toBe('M. Hughes')
  expect(field('Date/Time')).toMatch(/^2[12]-11-2026 \d\d:\d\d:07$/)
  expect(card().textContent).toContain('Status Execute')
  // Every word of the labels is seen, not only read aloud.
  const labels = [...card().querySelectorAll('dt, dt b, dd')]
  expect(labels.length).toBeGreaterThan(10)
  expect(labels.filter((one) => one.querySelector('.spoken'))).toEqual([])
  expect(card().textContent).toContain('for 2h 32m')
  expect(within(card()).getByRole('img', { name: 'Flow Wrapper FW-3' })).toBeTruthy()
})

test('product, tool and user beyond the limit of a day have a word in the language', async () => {
  const other = wireRecord({ Product: '(other)', Tool: '(other)', User: '(other)' })
  await setLanguage('de')
  try {
    await openOverview(answering(() => Response.json(wireAnswer({ dataArray: [other] }))))
    const own = within(card()).getAllByText('(andere)')
    expect(own.map(({ previousSibling }) => previousSibling?.textContent)).toEqual([
      'Produkt',
      'Werkzeug',
      'Benutzer',
    ])
    expect(own[0]?.getAttribute('title')).toBe('(andere)')
  } finally {
    await act(() => setLanguage('en'))
  }
})

test('a machine that is OFFLINE shows its name, its picture and only that word', async () => {
  await openOverview(
    answering(() => Response.json(wireAnswer({ dataArray: [wireRecord({ Status: 'OFFLINE' })] }))),
  )
  expect(card().textContent).toBe('FW-101 OFFLINE')
  expect(within(card()).getAllByRole('img')).toHaveLength(1)
})

test('in closed time an OFFLINE machine is not scheduled, until the plan opens again', async () => {
  const closed = [{ from: '2026-01-01T00:00:00.000Z', to: soon(20) }]
  const record = wireRecord({ Status: 'OFFLINE', closed })
  await openOverview(answering(() => Response.json(wireAnswer({ dataArray: [record] }))))
  expect(card().textContent).toBe('FW-101 Closed')
  // In closed time nobody has to look after it.
  expect(screen.queryByRole('list', { name: 'Needs attention' })).toBeNull()
  await pass(21_000)
  expect(card().textContent).toBe('FW-101 OFFLINE')
})

test('a card falls to OFFLINE by itself when the hold limit runs out', async () => {
  const record = wireRecord({ holdUntil: soon(20) })
  await openOverview(answering(() => Response.json(wireAnswer({ dataArray: [record] }))))
  expect(card().textContent).toContain('Execute')
  expect(screen.getByText('It runs')).toBeTruthy()
  await pass(21_000)
  expect(card().textContent).toBe('FW-101 OFFLINE')
  expect(screen.getByRole('list', { name: 'Needs attention' }).textContent).toMatch(
    /^FW-101 offline \d+s$/,
  )
  expect(screen.getByText('0 running or ready')).toBeTruthy()
})

describe('who needs attention', () => {
  const states = [3, 10, 8, 13, 21, 5, 19, 20, 12, 14]
  const names = states.map((_, index) => `FW-${101 + index}`)
  const plant: Wire = (path) => {
    if (path.startsWith('/api/admin/client_machines/')) return Response.json(wireMachines(...names))
    if (path !== '/api/admin/machinesData') return undefined
    const dataArray = states.map((Recipe, index) => {
      const stateSince = soon(-60 * (index + 1))
      return wireRecord({ machineId: names[index], Machine_ID: names[index], Recipe, stateSince })
    })
    return Response.json(wireAnswer({ dataArray }))
  }
  const bar = () => within(screen.getByRole('list', { name: 'Needs attention' }))

  test('stands in one row, the worst band first and in it the longest; over six their number', async () => {
    await openOverview(plant)
    const named = bar().getAllByRole('button')
    expect(named.map(({ textContent }) => textContent?.replace(/ \d\ds$/, ''))).toEqual([
      'FW-106 Stopped 6m',
      'FW-101 Aborted 1m',
      'FW-108 Low Film 8m',
      'FW-107 Downstream 7m',
      'FW-105 Film Snap 5m',
      'FW-110 Unholding 10m',
      '+2',
    ])
    expect(bar().getByRole('button', { name: /^2 more need attention/ }).title).toBe(
      'FW-109, FW-104',
    )
    expect(screen.getByText('2 running or ready')).toBeTruthy()
  })

  test('a name brings its card into sight and gives it the focus', async () => {
    await openOverview(plant)
    fireEvent.click(bar().getByRole('button', { name: /^FW-108/ }))
    expect(document.activeElement).toBe(card('FW-108'))
    const shown = () =>
      screen.getAllByRole('article').filter(({ dataset }) => dataset.shown !== undefined)
    expect(shown().map(({ dataset }) => dataset.machine)).toEqual(['FW-108'])
    fireEvent.click(bar().getByRole('button', { name: /^2 more/ }))
    expect(document.activeElement).toBe(card('FW-109'))
    expect(shown()).toHaveLength(1)
  })
})

test('totals first, increments every 30 seconds; the figures are the sums of both', async () => {
  const { questions } = await openOverview(answering(fine, increments))
  await pass(30_000)
  expect(questions()).toMatchObject([
    { initialReq: 'yes', clientId: 1, machinesIdArray: ['FW-101'] },
    { initialReq: 'no', start_date: '2026-11-21T14:32:10.000Z', revision: '7' },
  ])
  expect(field('Total Packs')).toBe('75,448')
  expect(field('Run Time')).toBe('7h 54m 13s')
})

test('speeds out of sight are not drawn again; in sight they are those of the last answer', async () => {
  let notify: IntersectionObserverCallback = () => {}
  const observed: Element[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        notify = callback
      }
      observe(target: Element) {
        observed.push(target)
      }
      unobserve() {}
    },
  )
  await openOverview(answering(fine, increments))
  fireEvent.click(screen.getByRole('button', { name: 'By machine' }))
  const target = observed.find((element) => element.matches('section')) as Element
  const look = (isIntersecting: boolean) =>
    act(() => notify([{ target, isIntersecting } as IntersectionObserverEntry], {} as never))
  const ends = () =>
    /to (\S+ \S+), /.exec(target.querySelector('svg[role=img]')?.ariaLabel ?? '')?.[1]
  const first = ends()
  expect(first).toMatch(/:10$/)
  look(false)
  await pass(30_000)
  expect(ends()).toBe(first)
  look(true)
  expect(ends()).toMatch(/:40$/)
})

test('the default window begins at 06:00 UTC', async () => {
  const { questions } = await openOverview(answering(fine))
  expect(questions()[0]).toMatchObject({ start_date: '2026-11-21T06:00:00.000Z' })
})

describe('failures', () => {
  test('of the first answer: no machines, a mark with a retry, and again after 30 seconds', async () => {
    const { questions } = await openOverview(answering(failing, fine))
    expect(screen.getByText('No Machines Found')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('Could not load.')
    await pass(30_000)
    expect(questions().map(({ initialReq }) => initialReq)).toEqual(['yes', 'yes'])
    expect(field('Total Packs')).toBe('75,378')
  })

  test('of a later answer: the values stay with a mark; ten seconds later they are marked as old', async () => {
    await openOverview(answering(fine, failing))
    await pass(30_000)
    expect(screen.getByRole('button', { name: 'Could not load. Retry' })).toBeTruthy()
    expect(field('Total Packs')).toBe('75,378')
    expect(screen.queryByText(/Connection lost/)).toBeNull()
    await pass(11_000)
    expect(screen.getByText(/Connection lost\. Values are from \d\d:\d\d:10\./)).toBeTruthy()
    expect(card().textContent).toMatch(/as of \d\d:\d\d/)
    expect(field('Total Packs')).toBe('75,378')
  })

  test('of our own line: a machine is not called OFFLINE because we cannot hear', async () => {
    const record = wireRecord({ holdUntil: soon(85) })
    await openOverview(answering(() => Response.json(wireAnswer({ dataArray: [record] })), failing))
    await pass(100_000)
    expect(card().textContent).toContain('Execute')
    expect(card().textContent).not.toContain('OFFLINE')
  })

  test('a server that never answers is a failure as well', async () => {
    let requested = 0
    await openOverview((path) => {
      if (path !== '/api/admin/machinesData') return undefined
      requested += 1
      return requested === 1 ? fine() : new Promise(() => {})
    })
    await pass(30_000)
    await pass(26_000)
    expect(screen.getByRole('button', { name: 'Could not load. Retry' })).toBeTruthy()
  })
})

test('No Machines Found when the client has none, and the list is asked for again', async () => {
  const { requested } = await openOverview((path) =>
    path.includes('client_machines') ? Response.json(wireMachines()) : undefined,
  )
  expect(screen.getByText('No Machines Found')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await pass(31_000)
  expect(requested.filter(({ path }) => path.includes('client_machines')).length).toBe(2)
})

test('Loading... while nothing came yet, with the place of the cards kept', async () => {
  await openOverview((path) =>
    path === '/api/admin/machinesData' ? new Promise(() => {}) : undefined,
  )
  const reported = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(reported).toContain('Loading...')
  expect(screen.queryByText('No Machines Found')).toBeNull()
})

describe('the push', () => {
  const both = () =>
    Response.json(
      wireAnswer({
        dataArray: ['FW-101', 'FW-102'].map((serialNo) =>
          wireRecord({ machineId: serialNo, Machine_ID: serialNo }),
        ),
      }),
    )

  function pushing() {
    let notify: (text: string) => void = () => {}
    const wire: Wire = (path) => {
      if (path.includes('client_machines')) return Response.json(wireMachines('FW-101', 'FW-102'))
      if (!path.includes('machines-live')) return answering(both)(path, {}, {})
      return new Response(
        new ReadableStream({
          start(controller) {
            notify = (text) => controller.enqueue(new TextEncoder().encode(text))
          },
        }),
      )
    }
    return { wire, notify: (text: string) => notify(text) }
  }

  test('of few machines all are drawn, and those out of sight do not follow each second', async () => {
    let notify: IntersectionObserverCallback = () => {}
    const observed: Element[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: IntersectionObserverCallback) {
          notify = callback
        }
        observe(target: Element) {
          observed.push(target)
        }
        unobserve() {}
      },
    )
    const { wire, notify: push } = pushing()
    await openOverview(wire)
    const target = observed.find((element) =>
      /^FW-101/.test(element.getAttribute('aria-label') ?? ''),
    ) as Element
    const look = (isIntersecting: boolean) =>
      act(() => notify([{ target, isIntersecting } as IntersectionObserverEntry], {} as never))
    const report = async (RecentSpeed: number, second: number) => {
      const at = soon(second)
      const record = wireRecord({ RecentSpeed, '@timestamp': at, timeStamp: at })
      push(`event: machine\ndata: ${JSON.stringify(record)}\n\n`)
      await pass(1_100)
    }
    look(false)
    await report(99, 1)
    expect(field('Speed (ppm)')).toBe('158ppm')
    look(true)
    expect(field('Speed (ppm)')).toBe('99ppm')
    await report(98, 3)
    expect(field('Speed (ppm)')).toBe('98ppm')
  })

  test('changes the card at once, is said once, and touches no sum', async () => {
    const { wire, notify } = pushing()
    await openOverview(wire)
    const push = (Recipe: number, reason: string) => {
      const record = wireRecord({
        Recipe,
        RecentSpeed: 0,
        reason,
        stateSince: now.toISOString(),
        '@timestamp': now.toISOString(),
      })
      notify(`event: machine\ndata: ${JSON.stringify(record)}\n\n`)
      return pass(150)
    }
    const said = () =>
      [...document.querySelectorAll('[aria-live="polite"]')].map((region) => region.textContent)
    await push(1, '')
    expect(card().textContent).toContain('Aborting')
    await push(3, 'Guard door 2 open')
    expect(card().textContent).toContain('Aborted')
    expect(card().textContent).toContain('Guard door 2 open')
    expect(field('Total Packs')).toBe('75,378')
    expect(card('FW-102').textContent).toContain('Execute')
    // Where it arrives is said, not what it passes.
    expect(said()).toEqual([''])
    await pass(2_000)
    expect(said()).toEqual(['FW-101 Aborted'])
    // There and back in a moment is no news.
    await push(10, '')
    await push(3, '')
    await pass(2_000)
    expect(said()).toEqual(['FW-101 Aborted'])
  })

  test('older data makes the page read the totals again, once for many', async () => {
    const { wire, notify } = pushing()
    const { questions } = await openOverview(wire)
    notify('event: older\ndata: {}\n\nevent: older\ndata: {}\n\n')
    await pass(3_100)
    expect(questions().map(({ initialReq }) => initialReq)).toEqual(['yes', 'yes'])
  })
})

describe('the start time', () => {
  test('is a time of day in steps of five minutes; the end is there, hidden and disabled', async () => {
    await openOverview(answering(fine))
    const start = screen.getByLabelText<HTMLInputElement>(/^Start time/)
    expect([start.type, start.step]).toEqual(['time', '300'])
    const end = document.querySelector<HTMLInputElement>('input[aria-label="End time"]')
    expect([end?.hidden, end?.disabled]).toEqual([true, true])
  })

  test('another one reads the totals from there, on the five-minute grid', async () => {
    const { questions } = await openOverview(answering(fine))
    const start = screen.getByLabelText(/^Start time/)
    const two = (value: number) => String(value).padStart(2, '0')
    const requested = new Date(now.getTime() - 2 * 3_600_000)
    fireEvent.change(start, {
      target: { value: `${two(requested.getHours())}:${two(requested.getMinutes())}` },
    })
    await pass(300)
    expect(questions()).toHaveLength(1)
    await pass(600)
    expect(questions()).toHaveLength(2)
    expect(questions()[1]).toMatchObject({
      initialReq: 'yes',
      start_date: '2026-11-21T12:30:00.000Z',
    })
  })
})

test('of more than a hundred machines only the cards in sight are drawn and follow their machines', async () => {
  let notify: IntersectionObserverCallback = () => {}
  const observed = new Map<string, Element>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        notify = callback
      }
      observe(target: Element) {
        observed.set(target.getAttribute('aria-label') ?? 'speeds', target)
      }
      unobserve() {}
    },
  )
  const names = Array.from({ length: 101 }, (_, index) => `FW-${1_000 + index}`)
  await openOverview((path) => {
    if (path.startsWith('/api/admin/client_machines/')) return Response.json(wireMachines(...names))
    if (path !== '/api/admin/machinesData') return undefined
    const dataArray = names.map((name) => wireRecord({ machineId: name, Machine_ID: name }))
    return Response.json(wireAnswer({ dataArray }))
  })
  const last = screen.getByRole('article', { name: /^FW-1100/ })
  expect(last.textContent).toBe('FW-1100 ')
  const look = (isIntersecting: boolean, name = 'FW-1100') => {
    const target = observed.get(name) as Element
    act(() => notify([{ target, isIntersecting } as IntersectionObserverEntry], {} as never))
  }
  look(true)
  expect(last.textContent).toContain('Choc Bar 45 g')
  // The same link, so that a person who reached it by Tab stays there.
  expect(screen.getByRole('article', { name: /^FW-1100, / })).toBe(last)
  look(false)
  expect(last.textContent).toBe('FW-1100 ')
  // The chart of so many lines lies below all cards.
  expect(screen.queryByRole('table')).toBeNull()
  look(true, 'speeds')
  expect(screen.getAllByRole('row')).toHaveLength(1 + names.length)
})
