import { ANY_VALUE } from '#domain/field-source.ts'
import { currencyExponent } from '#domain/money.ts'
import type { CsvImportPlan } from '../../staging.ts'
import { textLiteral } from '../ddl.ts'

/** SQL of a row's values by field name; fields without a column are typed nulls. */
export interface RowValues {
  has(name: string): boolean
  /** the value as read */
  value(name: string): string
  /** the text behind it */
  raw(name: string): string
  /** code of a `code` field; `absent` where the cell is empty or the field is not filled */
  code(name: string, absent: string): string
  /** a decimal in major units as BIGINT minor units of the row's currency, half away from zero */
  minor(majorSql: string): string
  currency: string
}

/** What is written instead of a customer. */
const NOBODY = textLiteral(
  String.raw`[\s\pP\pS]*((none|n[./]?a|null|unknown|anonymous|guests?|walk[ -]?ins?|cash|pos|counter|bar|retail|tasting room|table \d+|laufkunde|kunde|consumidor final|client[ei]?|customers?|no[ -]?(name|email|customer)|not (given|provided))( (customers?|guests?|sales?))?)?[\s\pP\pS]*|(none|na|unknown|anonymous|guest|walk-?in|no-?(name|mail|email|reply))@\S+`,
)

/** SQL of what identifies a customer: an ID or a name as it is given, an email in lower case and without blanks around it, in every kind of file. */
export const personKey = (given: string): string =>
  `CASE WHEN contains(${given}, '@') THEN lower(trim(${given})) ELSE ${given} END`

/** Of an order's customer: the ID that the row has, else the email, else the name; null where they stand for nobody. */
export const customerKey = (row: RowValues): string => {
  const somebody = ['customerId', 'customerEmail', 'customerName'].filter(row.has).map((name) => {
    const given = row.raw(name)
    return `CASE WHEN NOT regexp_full_match(${given}, ${NOBODY}, 'i') THEN ${personKey(given)} END`
  })
  return somebody.length === 0 ? 'CAST(NULL AS VARCHAR)' : `coalesce(${somebody.join(', ')})`
}

/** Whether orders of the file name their customers so that they can be distinguished. */
export const hasCustomers = ({ fields }: CsvImportPlan): boolean =>
  [fields.customerId, fields.customerEmail, fields.customerName].some((field) => field !== undefined)

export const quotedName = (name: string): string => `"${name}"`

/** Powers of ten of the currencies that are not counted in hundredths. */
const factorCase = (currency: string): string => {
  const exponents = Intl.supportedValuesOf('currency').map((code) => ({ code, exponent: currencyExponent(code) }))
  const branches = [...Map.groupBy(exponents, ({ exponent }) => exponent)].flatMap(([exponent, codes]) => {
    if (exponent === 2) return []
    return [`WHEN ${currency} IN (${codes.map(({ code }) => textLiteral(code)).join(', ')}) THEN ${10 ** exponent}`]
  })
  return branches.length === 0 ? '100' : `CASE ${branches.join(' ')} ELSE 100 END`
}

export const rowValues = (plan: CsvImportPlan): RowValues => {
  const has = (name: string) => Object.hasOwn(plan.fields, name)
  const value = (name: string) => (has(name) ? quotedName(name) : 'NULL')
  const standard = textLiteral(plan.currency)
  const currency = has('currency') ? `coalesce(${value('currency')}, ${standard})` : standard
  const factor = has('currency') ? factorCase(currency) : String(10 ** currencyExponent(plan.currency))
  return {
    has,
    value,
    raw: (name) => (has(name) ? quotedName(`raw ${name}`) : 'CAST(NULL AS VARCHAR)'),
    code: (name, absent) => (has(name) ? `coalesce(${value(name)}, ${textLiteral(absent)})` : textLiteral(absent)),
    minor: (majorSql) => `CAST(round((${majorSql}) * CAST(${factor} AS DECIMAL(5,0))) AS BIGINT)`,
    currency,
  }
}

/** Quantity × unit price, in major units. As wide as the permitted ranges: a product of over 38 digits is computed ten times as slowly. */
export const grossAmount = (row: RowValues): string =>
  `CAST("quantity" AS DECIMAL(10,3)) * CAST(${row.value('unitPrice')} AS DECIMAL(15,6))`

/** The two sides of a timestamp and its basis; the loader fills the side that is null. */
export interface TimestampSql {
  readonly utc: string
  readonly local: string
}

/** `zone` and `time` name the fields that complete the date, where a kind has them. */
export const timestampSql = (
  plan: CsvImportPlan,
  { date, time, zone }: { date: string; time?: string; zone?: string },
): TimestampSql => {
  const values = rowValues(plan)
  const read = values.value(date)
  if (!values.has(date)) return { utc: 'CAST(NULL AS TIMESTAMP)', local: 'CAST(NULL AS TIMESTAMP)' }
  const isMidnight = `CAST(${read} AS TIME) = TIME '00:00:00'`
  const at =
    time && values.has(time)
      ? `coalesce(CASE WHEN ${isMidnight} THEN CAST(${read} AS DATE) + "${time}" END, ${read})`
      : read
  if (plan.fields[date]?.hasZone) return { utc: at, local: 'CAST(NULL AS TIMESTAMP)' }
  if (!zone || !values.has(zone)) return { utc: 'CAST(NULL AS TIMESTAMP)', local: at }
  return {
    utc: `timezone('UTC', timezone("${zone}", ${at}))`,
    local: `CASE WHEN "${zone}" IS NULL THEN ${at} END`,
  }
}

export const timeBasisSql = (utcSql: string): string => `CASE WHEN ${utcSql} IS NULL THEN 'local' ELSE 'utc' END`

/** `CASE` that turns written values into codes; compares in lower case. Null stays null, unknown is `otherwise`. */
export const codeCase = (sql: string, codes: Readonly<Record<string, string>>, otherwise: string): string => {
  const { [ANY_VALUE]: rest, ...known } = codes
  const byCode = Map.groupBy(Object.entries(known), ([, code]) => code)
  const branches = [...byCode].map(([code, spellings]) => {
    const written = spellings.map(([text]) => textLiteral(text)).join(', ')
    return `WHEN lower(${sql}) IN (${written}) THEN ${textLiteral(code)}`
  })
  return `CASE WHEN ${sql} IS NULL THEN NULL ${branches.join(' ')} ELSE ${rest === undefined ? otherwise : textLiteral(rest)} END`
}

/** Whether an order with its net amount is a refund. */
export const refundSql = ({ refundIdPrefix }: CsvImportPlan): string =>
  refundIdPrefix === null ? 'net < 0' : `starts_with(order_id, ${textLiteral(refundIdPrefix)})`

/** `a, b AS c` of named expressions, in the order given. */
export const selectList = (expressions: Readonly<Record<string, string>>): string =>
  Object.entries(expressions)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(',\n  ')
