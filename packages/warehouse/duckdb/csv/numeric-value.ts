import type { FieldSource } from '#domain/field-source.ts'
import { CURRENCY_CODE_PATTERN, CURRENCY_SIGN_PATTERN, CURRENCY_SIGNS, NO_MONEY_PATTERN } from '#domain/money-text.ts'
import { textLiteral } from '../ddl.ts'

/**
 * Numbers: thousands in groups of three behind commas, blanks or apostrophes, or grouped as in India; one sign in front or
 * behind, parentheses, or CR for a negative. With a decimal comma the two marks change places first.
 */
const PLAIN_NUMBER = String.raw`-?(\d+\.?\d*|\.\d+)`

const GROUPED = String.raw`\d{1,3}(,\d{3})+|\d{1,3}( \d{3})+|\d{1,3}(['’]\d{3})+|\d{1,2}(,\d{2})+,\d{3}|\d+`
const UNSIGNED = String.raw`((${GROUPED})(\.\d*)?|\.\d+)`
const MINUS = '−–-'
const WRITTEN_NUMBER = [
  `[+${MINUS}]? *${UNSIGNED}`,
  `${UNSIGNED} *[+${MINUS}]`,
  String.raw`\( *${UNSIGNED} *\)`,
  `${UNSIGNED} *(?i:CR|DR)`,
].join('|')
const NEGATIVE = `[(${MINUS}]|(?i:CR)$`
/** Swiss and German prices without cents: 12.– */
const NO_CENTS = '([.])[-−–—]{1,2}$'
const BLANKS = '[\\s\u00a0\u202f\u2009]+'

/** The digits of a type limit its values: a number that needs more is null. */
const DECIMALS = {
  number: { read: 'DECIMAL(10,3)', kept: 'DECIMAL(18,3)' },
  price: { read: 'DECIMAL(15,6)', kept: 'DECIMAL(18,6)' },
  money: { read: 'DECIMAL(19,6)', kept: 'DECIMAL(24,6)' },
  integer: { read: 'DECIMAL(15,6)', kept: 'DECIMAL(18,6)' },
  decimal: { read: 'DECIMAL(18,6)', kept: 'DECIMAL(24,6)' },
} as const

type NumericType = keyof typeof DECIMALS

const isMoney = (type: FieldSource['type']): boolean => type === 'price' || type === 'money'

const replaced = (sql: string, pattern: string, replacement: string): string =>
  `regexp_replace(${sql}, ${textLiteral(pattern)}, ${textLiteral(replacement)}, 'g')`

/** Without currency, percent sign and surplus blanks. */
const bare = (text: string, { type, share }: FieldSource): string => {
  const amount = isMoney(type) ? replaced(replaced(text, CURRENCY_CODE_PATTERN, ' '), CURRENCY_SIGN_PATTERN, ' ') : text
  const number = share === null ? amount : replaced(amount, ' *%$', '')
  return `trim(${replaced(replaced(number, BLANKS, ' '), NO_CENTS, '\\1')})`
}

/** Whether the currency that is written with an amount can be the row's. Null amounts have none. */
const hasOwnCurrency = (raw: string, currency: string): string => {
  const sign = `regexp_extract(${raw}, ${textLiteral(CURRENCY_SIGN_PATTERN)})`
  const code = `regexp_extract(${raw}, ${textLiteral(CURRENCY_CODE_PATTERN)})`
  const branches = Object.entries(CURRENCY_SIGNS).map(
    ([written, codes]) => `WHEN ${textLiteral(written)} THEN ${currency} IN (${codes.map(textLiteral).join(', ')})`,
  )
  return withValue(
    code,
    'code',
    `CASE WHEN code <> '' THEN code = ${currency} ELSE CASE ${sign} ${branches.join(' ')} ELSE true END END`,
  )
}

/**
 * SQL of `body`, in which `name` stands for the value of `sql`. DuckDB copies an expression into each place that uses it and
 * compiles the patterns of every copy, which takes longer than reading a small file.
 */
const withValue = (sql: string, name: string, body: string): string =>
  `list_transform([${sql}], lambda ${name}: ${body})[1]`

/** The digits of a number in plain form; cells are almost always plain already, and only the others are rewritten. */
const plainNumber = (raw: string, source: FieldSource, currency: string): string => {
  const text = source.hasDecimalComma ? `translate(${raw}, '.,', ',.')` : raw
  const money = isMoney(source.type)
    ? [
        `WHEN NOT (${hasOwnCurrency(raw, currency)}) THEN NULL`,
        `WHEN regexp_full_match(cell, ${textLiteral(`(?i:${NO_MONEY_PATTERN})`)}) THEN '0'`,
      ]
    : []
  const rewritten = `CASE ${money.join(' ')} WHEN regexp_full_match(cell, ${textLiteral(WRITTEN_NUMBER)})
    THEN (CASE WHEN regexp_matches(cell, ${textLiteral(NEGATIVE)}) THEN '-' ELSE '' END)
      || regexp_replace(cell, '[^0-9.]', '', 'g') END`
  return `CASE WHEN ${raw} IS NULL THEN NULL WHEN regexp_full_match(${text}, ${textLiteral(PLAIN_NUMBER)}) THEN ${text}
    ELSE ${withValue(bare(text, source), 'cell', rewritten)} END`
}

const isNumeric = (type: FieldSource['type']): type is NumericType => Object.hasOwn(DECIMALS, type)

/** Between the amounts of several columns, which are added up. */
export const SUM = ' + '

/** SQL of a number field, null when it cannot be read so. `currency` is an SQL text: the row's currency. */
export const numericValue = (raw: string, source: FieldSource, currency: string): string => {
  const { type, share } = source
  if (!isNumeric(type)) return 'NULL'
  const { read, kept } = DECIMALS[type]
  if (source.joined.length > 0) {
    const one = numericValue('part', { ...source, joined: [] }, currency)
    const all = `list_transform(string_split(${raw}, '${SUM}'), lambda part: ${one})`
    const isWhole = 'len(list_filter(parts, lambda part: part IS NULL)) = 0'
    return withValue(all, 'parts', `CASE WHEN ${isWhole} THEN CAST(list_sum(parts) AS ${kept}) END`)
  }
  const value = `CAST(TRY_CAST(${plainNumber(raw, source, currency)} AS ${read}) AS ${kept})`
  // A fraction with a percent sign is a percentage all the same.
  if (share === 'fraction') return `${value} * CASE WHEN contains(${raw}, '%') THEN 0.01 ELSE 1 END`
  return share === 'percent' ? `${value} * 0.01` : value
}

/** SQL of the number `value` that `numericValue` returned, null where the field does not permit it. */
export const permittedNumber = (value: string, { type, share }: FieldSource): string => {
  if (share !== null) return `CASE WHEN abs(${value}) <= 1 THEN CAST(abs(${value}) AS DECIMAL(10,8)) END`
  return type === 'integer' ? `CASE WHEN ${value} = trunc(${value}) THEN ${value} END` : value
}

/** Whether an amount that could not be read names another currency than its row. */
export const isForeign = (raw: string, currency: string): string =>
  `regexp_matches(${raw}, '\\d') AND NOT (${hasOwnCurrency(raw, currency)})`
