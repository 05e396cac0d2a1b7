// The tests that failed, from the reports of vitest and Playwright: shown again at the end, where a long run is read first.

/** Lines of a message that are shown; the whole of it stands where the test ran. */
const linesShown = 12

/** Of vitest's JSON report. */
export function failedInRooms(report) {
  return (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && message) return [{ file: name, name: '', message }]
    return failed.map(({ fullName, failureMessages }) => {
      return { file: name, name: fullName, message: failureMessages.join('\n') }
    })
  })
}

/** Of Playwright's JSON report; a journey that passed when it was repeated is one of them. */
export function failedJourneys(suites = [], above = []) {
  return suites.flatMap(({ title, file, specs = [], suites: inner = [] }) => {
    const path = [...above, title]
    const failed = specs.flatMap(({ title: name, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => {
          const message = results.flatMap(({ errors = [] }) => errors.map((error) => error.message))
          return {
            file: `e2e/${file}`,
            name: [...path.slice(1), name].join(' › '),
            message: message.join('\n'),
          }
        }),
    )
    return [...failed, ...failedJourneys(inner, path)]
  })
}

export function printFailed(failures, relative) {
  if (failures.length === 0) return
  console.log('\nWhat failed:')
  for (const { file, name, message } of failures) {
    console.log(`  ${relative(file)}  ${name}`)
    for (const line of message.split('\n').slice(0, linesShown)) console.log(`    ${line}`)
  }
}
