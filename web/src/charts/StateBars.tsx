import { lazy, type RefObject, Suspense, useMemo } from 'react'
import { stateWordOf } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useNarrow } from '../ui/useNarrow.ts'
import { partsSummary } from './chartSummary.ts'
import type { TakePicture } from './EChart.tsx'
import { glyphImage } from './glyphImage.ts'
import { barColours, type StateBar, type StateTime, stateBarsSeries } from './stateBarsSeries.ts'

const EChart = lazy(() => import('./EChart.tsx').then((module) => ({ default: module.EChart })))

const row = 28
const narrowRow = 44
/** The first name stands above the middle of its row. */
const headroom = 10
const nameAbove = -19

/** Machine State Distribution: a bar for each state, the longest first; on a phone a bar lies under its name. */
export function StateBars({
  label,
  times,
  picture,
}: {
  label: string
  times: readonly StateTime[]
  picture?: RefObject<TakePicture | null> | undefined
}) {
  const narrow = useNarrow()
  const say = useTexts('charts')
  const sayState = useTexts('states')
  const bars = useMemo(
    () => stateBarsSeries(times).map((bar) => ({ ...bar, name: stateWordOf(bar.name, sayState) })),
    [times, sayState],
  )
  const option = useMemo(() => (narrow ? narrowOption(bars) : wideOption(bars)), [bars, narrow])
  const summary = useMemo(
    () =>
      partsSummary(
        label,
        bars.map(({ name, time, share }) => ({ name, value: time, share })),
        say,
      ),
    [label, bars, say],
  )
  const height = narrow ? bars.length * narrowRow + headroom : bars.length * row
  return (
    <>
      <div style={{ minHeight: height }}>
        <Suspense fallback={null}>
          <EChart {...{ option, height, picture }} label={summary} />
        </Suspense>
      </div>
      <div className="spoken">
        <table aria-label={label}>
          <tbody>
            {bars.map(({ name, time, share }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{time}</td>
                <td>{share}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const value = { color: '#F2F4F7', fontSize: 14, fontWeight: 500 as const }
const share = { color: '#8E98A6', fontSize: 13, fontWeight: 500 as const, padding: [0, 0, 0, 8] }
const name = { color: '#F2F4F7', fontSize: 14, fontWeight: 500 as const, padding: [0, 0, 0, 10] }

/** Glyph and name of a state, as rich text of an axis; the glyphs of the bands are its images. */
function names(bars: readonly StateBar[]) {
  return {
    interval: 0,
    formatter: (_: string, index: number) => `{g${index}|}{name|${bars[index]?.name ?? ''}}`,
    rich: {
      name,
      ...Object.fromEntries(
        bars.map(({ shape, band }, index) => [
          `g${index}`,
          {
            width: 12,
            height: 12,
            backgroundColor: { image: glyphImage(shape, barColours[band]) },
          },
        ]),
      ),
    },
  }
}

const axes = (bars: readonly StateBar[]) => ({
  xAxis: {
    type: 'value',
    show: false,
    min: 0,
    max: Math.max(1, ...bars.map(({ seconds }) => seconds)),
  },
  yAxis: {
    type: 'category',
    inverse: true,
    data: bars.map((bar) => bar.name),
    axisTick: { show: false },
    axisLine: { lineStyle: { color: '#2C343E' } },
  },
})

const data = (bars: readonly StateBar[]) =>
  bars.map(({ seconds, band, hollow }) => ({
    value: seconds,
    itemStyle: hollow
      ? { color: 'transparent', borderColor: barColours[band], borderWidth: 1.5 }
      : { color: barColours[band] },
  }))

function wideOption(bars: readonly StateBar[]) {
  const { xAxis, yAxis } = axes(bars)
  return {
    grid: { left: 200, right: 150, top: 0, bottom: 0, containLabel: false },
    xAxis,
    yAxis: { ...yAxis, axisLabel: { ...names(bars), align: 'left', margin: 200, width: 190 } },
    series: [
      {
        type: 'bar',
        barWidth: 14,
        barMinHeight: 2,
        silent: true,
        itemStyle: { borderRadius: [0, 3, 3, 0] },
        data: data(bars),
        label: {
          show: true,
          position: 'right',
          distance: 10,
          formatter: valueText(bars),
          rich: { value, share },
        },
      },
    ],
  }
}

function narrowOption(bars: readonly StateBar[]) {
  const { xAxis, yAxis } = axes(bars)
  const most = bars.map(() => xAxis.max)
  // Bars that are not seen carry the words above those that are, one at each end.
  const words = (label: object) => ({
    type: 'bar',
    barWidth: 8,
    barGap: '-100%',
    silent: true,
    itemStyle: { color: 'transparent' },
    data: most,
    label: { show: true, distance: 0, offset: [0, nameAbove], ...label },
  })
  const { formatter, rich } = names(bars)
  return {
    grid: { left: 0, right: 0, top: headroom, bottom: 0, containLabel: false },
    xAxis,
    yAxis: { ...yAxis, axisLine: { show: false }, axisLabel: { show: false } },
    series: [
      {
        type: 'bar',
        barWidth: 8,
        barMinHeight: 2,
        silent: true,
        itemStyle: { borderRadius: [0, 2, 2, 0] },
        data: data(bars),
      },
      words({
        position: 'insideLeft',
        formatter: ({ dataIndex }: Labelled) => formatter('', dataIndex),
        rich,
      }),
      words({
        position: 'insideRight',
        formatter: valueText(bars),
        rich: { value, share: { ...share, width: 52, align: 'right' as const } },
      }),
    ],
  }
}

type Labelled = { dataIndex: number }

const valueText =
  (bars: readonly StateBar[]) =>
  ({ dataIndex }: Labelled) =>
    `{value|${bars[dataIndex]?.time}}{share|${bars[dataIndex]?.share}}`
