import { BarChart, PieChart } from 'echarts/charts'
import { AriaComponent, GraphicComponent, GridComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { type RefObject, useEffect, useRef } from 'react'

use([PieChart, BarChart, AriaComponent, GraphicComponent, GridComponent, CanvasRenderer])

/** Returns a chart as it is drawn, to be saved as a picture. */
export type TakePicture = () => HTMLCanvasElement | null

type Chart = ReturnType<typeof init>

/** An Apache ECharts canvas that follows the size of its container. */
export function EChart({
  option,
  height,
  width,
  label,
  click,
  picture,
}: {
  option: EChartsCoreOption
  height: number
  width?: number
  /** Summary of the chart for screen readers. */
  label: string
  /** The user clicked the part of this name. */
  click?: ((name: string) => void) | undefined
  picture?: RefObject<TakePicture | null> | undefined
}) {
  const frame = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart | null>(null)
  const onClick = useRef(click)
  onClick.current = click

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const made = init(element, null, { renderer: 'canvas' })
    chart.current = made
    made.on('click', ({ name }) => onClick.current?.(name))
    const watcher = new ResizeObserver(() => made.resize())
    watcher.observe(element)
    if (picture) {
      picture.current = () => made.renderToCanvas({ pixelRatio: 2, backgroundColor: '#13171C' })
    }
    return () => {
      watcher.disconnect()
      made.dispose()
      chart.current = null
      if (picture) picture.current = null
    }
  }, [picture])

  useEffect(() => {
    chart.current?.setOption(
      {
        animation: false,
        textStyle: { fontFamily: '"Inter Variable", Inter, system-ui, sans-serif' },
        // Patterns in addition to colours, letters and shapes for users whose system requests more contrast.
        aria: {
          enabled: true,
          // The label is on the frame already, also before anything is drawn.
          label: { enabled: false },
          decal: { show: window.matchMedia('(prefers-contrast: more)').matches },
        },
        ...option,
      },
      { notMerge: true },
    )
  }, [option])

  return (
    <div ref={frame} role="img" aria-label={label} style={{ height, width: width ?? '100%' }} />
  )
}
