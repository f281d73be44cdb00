/** The form of one kind of answer, by the platform's documentation. */
export interface DocumentedForm {
  /** whole answers; a field that all of them have is never missing */
  readonly samples: readonly unknown[]
  /** answers in part: fields that another page shows, or that are assumed */
  readonly parts?: readonly unknown[]
  /** the platform leaves out what has no value, and never sends null for it */
  readonly omitsNulls?: boolean
}

type Fields = Readonly<Record<string, unknown>>

const DAY = /^\d{4}-\d\d-\d\d/

/** The type of a value; dates and times have the type of how they are written. */
const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string' && DAY.test(value))
    return value.replaceAll(/\d+/g, (digits) => '9'.repeat(digits.length))
  return typeof value
}

const isFields = (value: unknown): value is Fields => typeOf(value) === 'object'

const listed = (values: readonly unknown[]): unknown[] =>
  values.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []))

const valuesOf = (records: readonly Fields[], field: string): unknown[] =>
  records.flatMap((record) => (field in record ? [record[field]] : []))

/**
 * What in an answer isn't as documented: fields that no sample has, fields that all samples have and the answer lacks, and values
 * of another type. Null may stand for a value that is absent, but not for a list.
 */
export const formProblems = (
  sent: unknown,
  { samples, parts = [], omitsNulls = false }: DocumentedForm,
  path = 'answer',
): string[] => {
  const known = [...samples, ...parts]
  const types = new Set(known.map(typeOf))
  const type = typeOf(sent)
  if (type === 'null' && !omitsNulls && !types.has('list')) return []
  if (!types.has(type)) return [`${path} is ${type}, documented as ${[...types].join(' or ') || 'nothing'}`]
  if (Array.isArray(sent)) {
    const form = { samples: listed(samples), parts: listed(parts), omitsNulls }
    return sent.flatMap((item) => formProblems(item, form, `${path}[]`))
  }
  if (!isFields(sent)) return []
  const whole = samples.filter(isFields)
  const all = known.filter(isFields)
  const [first = {}] = whole
  const always = Object.keys(first).filter((field) => whole.every((sample) => field in sample))
  return [
    ...always.filter((field) => !(field in sent)).map((field) => `${path}.${field} is missing`),
    ...Object.entries(sent).flatMap(([field, value]) =>
      all.some((sample) => field in sample)
        ? formProblems(
            value,
            { samples: valuesOf(whole, field), parts: valuesOf(all, field), omitsNulls },
            `${path}.${field}`,
          )
        : [`${path}.${field} isn’t documented`],
    ),
  ]
}
