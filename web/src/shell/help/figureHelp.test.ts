import { describe, expect, test } from 'vitest'
import type { Catalogue } from '../../i18n/catalogue.ts'
import { de } from '../../i18n/locales/de/de.ts'
import { en } from '../../i18n/locales/en/en.ts'
import { es } from '../../i18n/locales/es/es.ts'
import { fr } from '../../i18n/locales/fr/fr.ts'
import { it } from '../../i18n/locales/it/it.ts'
import { type Figure, figureGroups } from './figureHelp.ts'

const listed = figureGroups.flatMap(({ figures }) => figures)

test('every figure that is explained on a label is listed in the help, once, with name and text', () => {
  const texts = listed.flatMap((figure) => [`${figure}.name`, `${figure}.text`])
  expect(texts.sort()).toEqual(Object.keys(en.figures).sort())
})

describe.each(Object.entries<Catalogue>({ en, de, it, es, fr }))('in %s', (_language, texts) => {
  test('no two figures have one name or one definition', () => {
    const said = (part: 'name' | 'text') =>
      listed.map((figure) => texts.figures[`${figure}.${part}`])
    expect(new Set(said('name')).size).toBe(listed.length)
    expect(new Set(said('text')).size).toBe(listed.length)
  })

  test('a figure is called in the help as on its card and in its column', () => {
    const { metrics, daySummary, production, figures } = texts
    const onScreen: Partial<Record<Figure, string>> = {
      ...{ packs: metrics.packs, idle: metrics.idle, run: metrics.run, oeee: metrics.oeee },
      ...{ availability: metrics.availability, performance: metrics.performance },
      ...{ quality: metrics.quality, states: daySummary.statesTitle, day: daySummary.day },
      ...{ idleMinutes: daySummary.idleMinutes, runMinutes: daySummary.runMinutes },
      packsPacked: daySummary.packsPacked,
      ...{ machineStatus: production.machineStatus, alarms: production.alarms },
      ...{ products: production.products, packsPerMinute: production.packsPerMinute },
      ...{ stopCauses: production.stopCauses, lastUpdated: metrics.lastUpdated },
    }
    for (const [figure, name] of Object.entries(onScreen)) {
      expect(figures[`${figure as Figure}.name`]).toBe(name)
    }
  })
})
