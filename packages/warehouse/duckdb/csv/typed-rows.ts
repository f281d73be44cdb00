import { isCustomFieldKey } from '#domain/custom-fields.ts'
import type { FieldSource } from '#domain/field-source.ts'
import type { CsvImportPlan } from '../../staging.ts'
import { textLiteral } from '../ddl.ts'
import { isForeign } from './numeric-value.ts'
import { quotedName } from './row-values.ts'
import { permittedValue, REQUIRED_MESSAGE, rawText, typedValue, wrongValueMessage } from './typed-value.ts'
import { fileColumns, fileLine, findHeading, HEADING, unpivotedRows } from './unpivot.ts'

// Rows are at most 1 MB; room for the line number and the quotes that the normal form adds.
const MAX_LINE_BYTES = 2_100_000
// Each reading thread holds some buffers, by default of sixteen times the longest line.
const BUFFER_BYTES = 4_200_000

/** The rows of a file without a part: no row of it could be split into columns. `read_csv` needs a part. */
const noRows = (columns: readonly string[]): string =>
  `(SELECT ${['NULL::BIGINT AS line', ...columns.map((_, index) => `NULL::VARCHAR AS c${index}`)].join(', ')} WHERE false)`

/**
 * `line` and `c0, c1 …`, all text. Nothing is guessed: names, types and quoting are given, and a row that does not fit
 * fails the statement, for the normal form has none.
 */
export const rawRows = (
  { delimiter, columns, unpivot }: Pick<CsvImportPlan, 'delimiter' | 'columns' | 'unpivot'>,
  paths: readonly string[],
): string => {
  if (paths.length === 0) return noRows(columns)
  const own = fileColumns({ columns, unpivot })
  const names = ["'line': 'BIGINT'", ...own.map((_, index) => `'c${index}': 'VARCHAR'`)].join(', ')
  const options = [
    'auto_detect = false',
    'header = false',
    `delim = ${textLiteral(delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    String.raw`new_line = '\n'`,
    'strict_mode = true',
    'null_padding = false',
    'ignore_errors = false',
    `max_line_size = ${MAX_LINE_BYTES}`,
    `buffer_size = ${BUFFER_BYTES}`,
    `columns = {${names}}`,
  ]
  const raw = `read_csv([${paths.map(textLiteral).join(', ')}], ${options.join(', ')})`
  return unpivotedRows({ columns, unpivot }, raw)
}

const entries = (plan: CsvImportPlan): [string, FieldSource][] => Object.entries(plan.fields)
const askedFields = (plan: CsvImportPlan): [string, number][] => Object.entries(plan.asked ?? {})

/** The currency of a row: its own, else the account's. */
const currencySql = (plan: CsvImportPlan): string => {
  const account = textLiteral(plan.currency)
  return plan.fields.currency === undefined ? account : `coalesce(upper(${quotedName('raw currency')}), ${account})`
}

const problemSql = (plan: CsvImportPlan, [name, source]: [string, FieldSource]): string | null => {
  const raw = quotedName(`raw ${name}`)
  const column = source.column === null ? null : plan.columns[source.column]
  const entry = (message: string, value: string) =>
    `{'column': ${findHeading(plan, source.column) ?? textLiteral(column ?? name)}, 'value': ${value}, 'message': ${textLiteral(message)}}`
  const branches: string[] = []
  if (source.required) branches.push(`WHEN ${raw} IS NULL THEN ${entry(REQUIRED_MESSAGE, 'CAST(NULL AS VARCHAR)')}`)
  if (source.type === 'price' || source.type === 'money') {
    const currency = currencySql(plan)
    const foreign = entry(`This amount is not in ${plan.currency}. Choose its currency`, `left(${raw}, 100)`)
    branches.push(
      `WHEN ${raw} IS NOT NULL AND ${quotedName(name)} IS NULL AND ${isForeign(raw, currency)} THEN ${foreign}`,
    )
  }
  if (source.type === 'moment' && source.isPast) {
    const ahead = entry('This date is more than a year from now', `left(${raw}, 100)`)
    const read = typedValue(raw, source, currencySql(plan))
    branches.push(
      `WHEN ${raw} IS NOT NULL AND ${quotedName(name)} IS NULL AND year(${read}) > year(current_date) THEN ${ahead}`,
    )
  }
  if (!['id', 'text', 'code'].includes(source.type)) {
    const wrong = entry(wrongValueMessage(source), `left(${raw}, 100)`)
    branches.push(`WHEN ${raw} IS NOT NULL AND ${quotedName(name)} IS NULL THEN ${wrong}`)
  }
  return branches.length === 0 ? null : `CASE ${branches.join(' ')} END`
}

const isBad = (plan: CsvImportPlan): string => {
  const conditions = entries(plan).flatMap(([name, { type, required }]) => {
    const raw = quotedName(`raw ${name}`)
    const missing = required ? [`${raw} IS NULL`] : []
    const isText = type === 'id' || type === 'text' || type === 'code'
    return isText ? missing : [...missing, `(${raw} IS NOT NULL AND ${quotedName(name)} IS NULL)`]
  })
  return conditions.length === 0 ? 'false' : `(${conditions.join(' OR ')})`
}

/** `REPLACE` of the values that their field may not permit. */
const permitted = (plan: CsvImportPlan): string => {
  const checked = entries(plan).flatMap(([name, source]) => {
    const value = quotedName(name)
    const sql = permittedValue(value, source)
    return sql === value ? [] : [`${sql} AS ${value}`]
  })
  return checked.length === 0 ? '' : `REPLACE (${checked.join(', ')})`
}

/** Amounts that say which way money goes, the deciding one first, and those that follow it. */
const SIGNED: readonly (readonly [deciding: readonly string[], following: readonly string[]])[] = [
  [
    ['netAmount', 'subtotal', 'total'],
    ['tax', 'shipping', 'tip'],
  ],
  [
    ['lineAmount', 'quantity'],
    ['tax', 'shipping', 'tip', 'orderNet', 'orderTotal'],
  ],
]

/** Which amounts decide, of those that the plan has, and all that follow; null: rows have no types or no amounts. */
const signedAmounts = ({
  fields,
}: CsvImportPlan): { readonly deciding: string; readonly all: readonly string[] } | null => {
  const has = (name: string) => Object.hasOwn(fields, name)
  const found = SIGNED.map(([deciding, following]) => ({ present: deciding.filter(has), following }))
  const {
    present: [first, ...rest],
    following,
  } = found.find(({ present }) => present.length > 0) ?? { present: [], following: [] }
  if (fields.orderType === undefined || first === undefined) return null
  // What is subtracted from quantity × price has its sign; of an amount after it the loader gives it that.
  const subtracted = first === 'quantity' && fields.discount?.share === null ? ['discount'] : []
  return { deciding: first, all: [first, ...rest, ...[...following, ...subtracted].filter(has)] }
}

/** SQL of whether a row is of type Refund and has positive amounts; null: none can be. */
export const isMoneyBack = (plan: CsvImportPlan): string | null => {
  const signed = signedAmounts(plan)
  return signed && `("orderType" = 'refund' AND ${quotedName(signed.deciding)} > 0)`
}

/** `REPLACE` that makes the amounts of such rows negative. */
const moneyBack = (plan: CsvImportPlan): string => {
  const isBack = isMoneyBack(plan)
  const values = (signedAmounts(plan)?.all ?? []).map(quotedName)
  const signed = values.map((name) => `CASE WHEN ${isBack} THEN -abs(${name}) ELSE ${name} END AS ${name}`)
  return signed.length === 0 ? '' : `REPLACE (${signed.join(', ')})`
}

/** Like `typedRows`, with the signs that amounts are written with. */
export const writtenRows = (plan: CsvImportPlan, paths = plan.paths): string => {
  const raws = entries(plan).map(
    ([name, source]) => `${rawText(source, isCustomFieldKey(name))} AS ${quotedName(`raw ${name}`)}`,
  )
  const values = entries(plan).map(
    ([name, source]) => `${typedValue(quotedName(`raw ${name}`), source, currencySql(plan))} AS ${quotedName(name)}`,
  )
  const heading = plan.unpivot ? [`c${plan.columns.length - 2} AS ${quotedName(HEADING)}`] : []
  const asked = askedFields(plan).map(([name, column]) => `c${column} AS ${quotedName(`raw ${name}`)}`)
  const texts = `SELECT ${['line', ...heading, ...raws, ...asked].join(', ')} FROM ${rawRows(plan, paths)}`
  const read = `SELECT ${['*', ...values].join(', ')} FROM (${texts})`
  return `SELECT *, ${isBad(plan)} AS is_bad FROM (SELECT * ${permitted(plan)} FROM (${read}))`
}

/**
 * Every row: `line`, for each field its value under its name and its text as `raw <name>`, and `is_bad`. Nothing is filtered
 * here: DuckDB would compute every value twice, once to filter and once to return it.
 */
export const typedRows = (plan: CsvImportPlan, paths = plan.paths): string => {
  const back = moneyBack(plan)
  return back === '' ? writtenRows(plan, paths) : `SELECT * ${back} FROM (${writtenRows(plan, paths)})`
}

/** `line, column, value, message` of the first `limit` cells that could not be read, in the order of the file. */
export const problemRows = (plan: CsvImportPlan, limit: number): string => {
  const problems = entries(plan).flatMap((entry) => problemSql(plan, entry) ?? [])
  const list = `list_filter([${problems.join(', ')}], lambda one: one IS NOT NULL)`
  return `SELECT ${fileLine(plan)} AS line, problem.column, problem.value, problem.message
    FROM (SELECT line, unnest(${list}) AS problem FROM (${typedRows(plan)}) WHERE is_bad)
    ORDER BY line LIMIT ${limit}`
}

/** The first rows of the file, valid or not: `line`, then each field as it is shown, and the kind of goods as it is written. */
export const previewRows = (plan: CsvImportPlan, limit: number): string => {
  const shown = entries(plan).map(([name, { type }]) => {
    const value = name === 'itemKind' ? quotedName(`raw ${name}`) : shownText(quotedName(name), type)
    return `${value} AS ${quotedName(name)}`
  })
  const asked = askedFields(plan).map(([name]) => `${quotedName(`raw ${name}`)} AS ${quotedName(name)}`)
  const firstPart = typedRows(plan, plan.paths.slice(0, 1))
  return `SELECT ${['line', ...shown, ...asked].join(', ')} FROM (${firstPart}) ORDER BY line LIMIT ${limit}`
}

/** First and last value of each date of the plan, by field, as text; null without dates. */
export const spanRow = (plan: CsvImportPlan): string | null => {
  const dated = entries(plan).filter(([, { type }]) => type === 'moment' || type === 'day')
  if (dated.length === 0) return null
  const ends = dated.flatMap(([name]) =>
    ['min', 'max'].map(
      (end) => `strftime(${end}(${quotedName(name)}), '%Y-%m-%d %H:%M:%S') AS ${quotedName(`${end} ${name}`)}`,
    ),
  )
  return `SELECT ${ends.join(', ')} FROM (${typedRows(plan)})`
}

const shownText = (value: string, type: FieldSource['type']): string => {
  if (type === 'moment') return `strftime(${value}, '%Y-%m-%d %H:%M:%S')`
  if (type === 'number' || type === 'integer' || type === 'price' || type === 'money') return `CAST(${value} AS DOUBLE)`
  return `CAST(${value} AS VARCHAR)`
}
