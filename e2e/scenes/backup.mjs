// The backups of the installation.
import { answering, changed, failing } from './acts.mjs'

const backupsView = '/admin/panel?view=backups'
const folder = '/mnt/backups/packboard'
const hours = (ago) => new Date(Date.now() - ago * 3_600_000).toISOString()
const one = (ago, bytes, newBytes, records) => ({
  ...{ ok: true, startedAt: hours(ago), seconds: 41.2, folder, pausedMs: 12.4 },
  ...{ name: `packboard-${hours(ago).slice(0, 19).replaceAll(':', '')}Z` },
  ...{ bytes, newBytes, records },
})
const failed = (ago, fault) => ({
  ...{ ok: false, startedAt: hours(ago), seconds: 0.2, folder, fault },
  detail: `The disk of ${folder} is full; free some space.`,
})
const last = one(9, 18_412_300_120, 612_400_300, 6_812_400_120)
const runs = [
  last,
  one(33, 17_912_000_000, 598_100_200, 6_640_200_400),
  failed(57, 'space'),
  one(81, 17_300_500_000, 634_900_000, 6_468_900_100),
]
const chosen = {
  ...{ folder, onSameDisk: false, encrypted: true, last, runs, everyHours: 24, startHour: 2 },
  ...{ keep: 14, nextAt: new Date(Date.now() + 15 * 3_600_000).toISOString() },
}
const copy = {
  ...{ folder: '/var/lib/packboard/before-upgrade/2026-11-20T100000.000Z', by: '1.4.0' },
  ...{ madeAt: hours(4 * 24), keptUntil: hours(-10 * 24), bytes: 61_400_000 },
  schemas: { records: 9, management: 18 },
}
const room = { bytes: 64_100_000, freeBytes: 118_400_000_000, isEnough: true }
const upgrade = (over) => ({
  '**/api/admin/upgrades': changed((answer) => ({
    ...answer,
    ...{ version: '1.4.0', commit: null, copy, room, ...over },
  })),
})
const wire = (over, upgradeOver = {}) => ({
  '**/api/admin/backups': changed((answer) => ({ ...answer, ...chosen, ...over })),
  ...upgrade(upgradeOver),
})
const openSteps = async (page) => {
  for (const steps of await page.locator('details').all()) await steps.locator('summary').click()
}

export const backupScenes = [
  { name: 'backups-none', who: 'admin', path: backupsView },
  { name: 'backups', who: 'admin', path: backupsView, wire: wire({}), manual: [1440] },
  {
    name: 'backups-running',
    who: 'admin',
    path: backupsView,
    wire: wire({ running: { startedAt: hours(0), done: 212, of: 840 } }),
  },
  {
    name: 'backups-overdue',
    who: 'admin',
    path: backupsView,
    wire: {
      ...wire({ runs: [failed(1, 'space'), ...runs], overdue: true, onSameDisk: true }),
      '**/api/admin/warnings': answering({
        warnings: [{ code: 'backup.overdue', last: hours(57) }],
      }),
    },
  },
  {
    name: 'backups-elsewhere',
    who: 'admin',
    path: backupsView,
    wire: wire({ elsewhere: true }, { copy: null, room: null }),
  },
  {
    name: 'backups-steps',
    who: 'admin',
    path: backupsView,
    wire: wire({}, { room: { ...room, freeBytes: 900_000_000, isEnough: false } }),
    act: openSteps,
  },
  {
    name: 'backups-failed',
    who: 'admin',
    path: backupsView,
    wire: { '**/api/admin/backups': failing },
    after: 3_000,
  },
]
