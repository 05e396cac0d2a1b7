import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { installable } from './pwa/installable.mjs'
import { leanSchemas } from './pwa/leanSchemas.mjs'
import { packed } from './pwa/packed.mjs'

/** `npm run dev` names the running server; everything that is not a screen is requested there. */
const server = process.env.PACKBOARD_URL ?? 'http://127.0.0.1:8080'

/** The typeface is loaded with the page and not only when its style sheet is read, so that no text moves. */
function preloadTypeface(): Plugin {
  return {
    name: 'preload-typeface',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /inter-latin-opsz-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              href: `/${file}`,
            },
            injectTo: 'head' as const,
          })),
    },
  }
}

/**
 * The style sheets are written in pixels of the design; with a larger text size of the browser all of it gets larger, as by
 * zooming, so that no text is cut. Hairlines stay as thin as they are.
 */
export function followTextSize(): Plugin {
  const rootPx = 16
  const thinnest = 2
  const scaled = (unit: string) => (written: string, px: string) =>
    Number(px) > thinnest ? `${Number(px) / rootPx}${unit}` : written
  return {
    name: 'follow-text-size',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/web\/src\/.*\.css$/.test(id.split('?')[0] ?? '')) return
      return {
        code: code
          .replace(/@media[^{]+/g, (query) => query.replace(/(\d+(?:\.\d+)?)px/g, scaled('em')))
          .replace(/(\d+(?:\.\d+)?)px/g, scaled('rem')),
        map: null,
      }
    },
  }
}

/** Small modules that the overview, the page of a machine and the others with figures share. */
const figureParts =
  /\/web\/src\/(alerts\/soonAlerts|kpis\/metricsQuery|charts\/chartSummary|clients\/clientQueries|incomplete\/IncompleteNote|i18n\/(formatNumber|reportedText|stateWords|useLocale)|charts\/(TableSwitch|bandLook|stripSegments|timeTicks)|filter\/TimesInField|theme\/density|time\/(DateTime|useNow)|ui\/(Glyph|Loadable|Skeleton|usePrinting|useWidth))\.tsx?$/

/** What a page with figures asks for once it is drawn. */
const laterParts =
  /\/web\/src\/((changes|earlier|incomplete|preferences)\/|shell\/(Overlays|PartLinks|palette\/pageParts|share\/)|overview\/StateAnnouncer|ui\/LoadedSelect)/

/** The bell and what pages show of open alerts. */
const alertParts =
  /\/web\/src\/alerts\/(AlertLine|AlertMarks|AlertScreen\.module|Bell|alertWords|markIcon|openAlerts)\.|\/contract\/src\/(alerts|alertRules|hooks|notifications)\.ts|\/model\/src\/alerts\//

/** The choice of a reason, and what else pages with stops share: neither the tiles nor the overview have it. */
const reasonParts =
  /\/web\/src\/(reasons\/|stops\/(labels|NoteField|pareto|splitPart|stopNames|StopCausesPanel|useCauses|useStopSelection)|charts\/(timeGestures|ChartTable|speedSeries)|kpis\/(MetricCards|MovedLine))|\/contract\/src\/records\.ts/

/** What a line does, wherever pages come to show it. */
const lineParts =
  /\/web\/src\/clients\/useLineNow\.ts|\/contract\/src\/line\/line(Flow)?\.ts|\/model\/src\/line\//

/** What the pages of times side by side share, or those with a sentence of a shift, and no other. */
const sideBySideParts =
  /\/web\/src\/compare\/columns\.ts|\/contract\/src\/(shiftPage|timeline)\.ts|\/shift(Story)?\/(sentenceText|shiftQueries)\.ts/

/** What the forms of the panel and of My account share, and no page with figures has. */
const formParts =
  /\/web\/src\/(crud\/(CrudTable\.module|FormModal|formFields)|ui\/DateField|factors\/passkeyDevice|session\/companyTrip)|\/contract\/src\/(account|companySignIn|panel\/companySignIn|passkeys|recipes)\.ts|\/model\/src\/companySignIn\.ts|\/@mantine\/core\/esm\/components\/(MultiSelect|Pill|PillsInput|Textarea|Combobox\/use-pills-reorder)\//

/** The words of all failures: English pages show those of the server and load none. */
const failureParts = /\/model\/src\/(errors|companyErrors)\.ts|\/i18n\/locales\/en\/errors\.ts/

/** The texts of these pages, one file a language. */
const textsOfFigures = (id: string) => {
  const language =
    /locales\/(\w+)\/(changes|compare|records|savedViews|shift\w*|stopBook)\.ts$/.exec(id)?.[1]
  return language === undefined ? null : `figureTexts-${language}`
}

export default defineConfig({
  plugins: [react(), leanSchemas(), preloadTypeface(), followTextSize(), installable(), packed()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    // What comes with every page is one file: in a dozen, as it is split by default, it is packed 8 kB larger. How large
    // it may be, packed, is a test: e2e/weights.spec.ts.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'entry', tags: ['$initial'], priority: 2 },
            // What every page with figures has: in one file, too, for the same reason.
            { name: 'figures', test: figureParts, priority: 1 },
            { name: 'failures', test: failureParts, priority: 1 },
            // What many pages share, so that a first visit of a page asks for some dozen files and not for more than a hundred.
            {
              name: 'shared',
              minShareCount: 4,
              test: (id) =>
                ![formParts, alertParts, lineParts, reasonParts, sideBySideParts].some((parts) =>
                  parts.test(id),
                ),
            },
            { name: 'forms', test: formParts },
            { name: 'later', test: laterParts },
            { name: 'alerts', test: alertParts },
            { name: 'lines', test: lineParts },
            { name: 'reasons', test: reasonParts },
            { name: textsOfFigures },
            { name: 'particles', test: /node_modules\/@tsparticles|\/ParticleField\.tsx/ },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': server } },
})
