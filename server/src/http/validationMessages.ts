import { z } from 'zod'

/** What is wrong with a field, in words for the person who filled it in; a schema's own message has priority. */
function plainMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin !== 'string') return `Must be at least ${issue.minimum}.`
      return issue.minimum === 1
        ? 'Please fill in this field.'
        : `At least ${issue.minimum} characters are needed.`
    case 'too_big':
      if (issue.origin === 'string') return `No more than ${issue.maximum} characters, please.`
      if (issue.origin === 'array') return `No more than ${issue.maximum} at a time, please.`
      return `Must be no more than ${issue.maximum}.`
    case 'invalid_type':
      return issue.input === undefined ? 'Please fill in this field.' : 'This is not valid here.'
    case 'invalid_format':
      return issue.format === 'email'
        ? 'Please enter a valid e-mail address.'
        : 'This is not written as it should be.'
    case 'invalid_value':
      return 'Please choose one of what is offered.'
    case 'unrecognized_keys':
      return `Nothing is known of ${issue.keys.join(', ')}.`
    default:
      return 'This is not valid here.'
  }
}

/** From here on every validation of input uses these messages. */
export function registerValidationMessages() {
  z.config({ customError: plainMessage })
}
