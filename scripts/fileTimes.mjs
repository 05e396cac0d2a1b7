// A reporter for vitest: what each file took, hooks and imports included, goes to the file that PACKBOARD_TEST_TIMES names.
import { writeFileSync } from 'node:fs'

export default class FileTimes {
  onTestRunEnd(modules) {
    const target = process.env.PACKBOARD_TEST_TIMES
    if (!target) return
    const times = modules.map((module) => {
      const diagnostic = module.diagnostic()
      // An environment that files share is named with each of them.
      const environment = module.project.config.isolate ? diagnostic.environmentSetupDuration : 0
      const ms =
        environment +
        diagnostic.prepareDuration +
        diagnostic.setupDuration +
        diagnostic.collectDuration +
        diagnostic.duration
      return { file: module.moduleId, ms }
    })
    writeFileSync(target, JSON.stringify(times))
  }
}
