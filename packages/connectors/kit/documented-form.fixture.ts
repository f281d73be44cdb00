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

/** What all samples of a value have in common. Its parts are put together when an answer has them. */
interface Shape {
  readonly types: ReadonlySet<string>
  /** fields that all samples have */
  readonly always: readonly string[]
  /** null: no sample has that field */
  field(name: string): Shape | null
  item(): Shape
}

const shapeOf = (samples: readonly unknown[], parts: readonly unknown[]): Shape => {
  const known = [...samples, ...parts]
  const whole = samples.filter(isFields)
  const all = known.filter(isFields)
  const [first = {}] = whole
  const fields = new Map<string, Shape | null>()
  let item: Shape | null = null
  return {
    types: new Set(known.map(typeOf)),
    always: Object.keys(first).filter((name) => whole.every((sample) => name in sample)),
    field(name) {
      const found = fields.get(name)
      if (found !== undefined) return found
      const values = valuesOf(all, name)
      const shape = values.length === 0 ? null : shapeOf(valuesOf(whole, name), values)
      fields.set(name, shape)
      return shape
    },
    item() {
      item ??= shapeOf(listed(samples), listed(parts))
      return item
    },
  }
}

const findShapeProblems = (sent: unknown, shape: Shape, path: string, omitsNulls: boolean): string[] => {
  const { types, always } = shape
  const type = typeOf(sent)
  if (type === 'null' && !omitsNulls && !types.has('list')) return []
  if (!types.has(type)) return [`${path} is ${type}, documented as ${[...types].join(' or ') || 'nothing'}`]
  if (Array.isArray(sent)) return sent.flatMap((item) => findShapeProblems(item, shape.item(), `${path}[]`, omitsNulls))
  if (!isFields(sent)) return []
  return [
    ...always.filter((field) => !(field in sent)).map((field) => `${path}.${field} is missing`),
    ...Object.entries(sent).flatMap(([field, value]) => {
      const inner = shape.field(field)
      return inner
        ? findShapeProblems(value, inner, `${path}.${field}`, omitsNulls)
        : [`${path}.${field} isn’t documented`]
    }),
  ]
}

/**
 * What in an answer isn't as documented: fields that no sample has, fields that all samples have and the answer lacks, and values
 * of another type. Null may stand for a value that is absent, but not for a list.
 */
export const formProblems = (sent: unknown, { samples, parts = [], omitsNulls = false }: DocumentedForm): string[] =>
  findShapeProblems(sent, shapeOf(samples, parts), 'answer', omitsNulls)
