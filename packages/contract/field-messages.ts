import { z } from 'zod'
import { lookupTable } from '#domain/lookup-table.ts'

/** Messages of the API for what a schema checks itself; a schema's own `error` comes first. */
export const REQUIRED = 'This field is required'
const INVALID = 'This value is not valid'

type Issue = z.core.$ZodRawIssue

const TYPES: Readonly<Record<string, string>> = lookupTable({
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
})

const FORMATS: Readonly<Record<string, string>> = lookupTable({
  date: 'This must be a date, such as 2026-03-10',
  datetime: 'This must be a date and time in UTC, such as 2026-03-10T08:00:00Z',
  url: 'This must be a URL',
})

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

const typeMessage = ({ expected }: Extract<Issue, { code: 'invalid_type' }>): string => {
  const type = TYPES[expected]
  return type === undefined ? INVALID : `This must be ${type}`
}

const minimumMessage = ({ origin, minimum, exact }: Extract<Issue, { code: 'too_small' }>): string => {
  if (origin === 'array') return `This list must have at least ${minimum} ${minimum === 1 ? 'entry' : 'entries'}`
  if (origin !== 'string') return `This field must be greater than ${minimum}`
  if (exact) return `This field must be exactly ${minimum} characters`
  return `This field must be at least ${minimum} characters`
}

const maximumMessage = ({ origin, maximum, exact }: Extract<Issue, { code: 'too_big' }>): string => {
  if (origin === 'array') return `This list can have up to ${maximum} entries`
  if (origin !== 'string') return `This field must be less than ${maximum}`
  return `This field must be ${exact ? 'exactly' : 'less than'} ${maximum} characters`
}

const valueMessage = ({ values }: Extract<Issue, { code: 'invalid_value' }>): string =>
  `This must be ${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ')}`

const messageFor = (issue: Issue): string => {
  if (isEmpty(issue.input)) return REQUIRED
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(issue)
    case 'too_small':
      return minimumMessage(issue)
    case 'too_big':
      return maximumMessage(issue)
    case 'invalid_value':
      return valueMessage(issue)
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This format is invalid'
    case 'unrecognized_keys':
      return 'This has an unknown field'
    default:
      return INVALID
  }
}

// The library words an issue when it is found, and callers of a schema cannot pass a wording through the RPC layer.
z.config({ customError: messageFor })
