import { neededDateRules } from '#domain/date-text.ts'
import { ANY_VALUE, type FieldSource } from '#domain/field-source.ts'
import { foreignMark } from '#domain/money-text.ts'
import { zoneNames } from '#domain/vocabulary/zone-names.ts'
import { type DateFormat, parseDateFormat } from './date-format.ts'
import { detectDates, matchDateFormats } from './detect-dates.ts'
import { type ColumnValue, columnTexts, columnValues, type FileHead } from './detection/column-profile.ts'
import { isGeneralStatus } from './detection/status-columns.ts'
import { ask, type FileProblem } from './file-problem.ts'
import { FILE_KINDS, type FileKindName, type FullMapping, fullMapping, type Mapping, missingFields } from './mapping.ts'
import {
  DISCOUNT_FORMATS,
  discountFormat,
  isDiscountField,
  NUMBER_STYLE_NAMES,
  type NumberStyle,
  type StyleEvidence,
  styleEvidence,
} from './number-style.ts'
import { isDateType, type TargetField } from './target-field.ts'

/** A column that fills a field which is not of the file's kind. */
export interface CustomTarget {
  readonly target: TargetField
  readonly column: string
  readonly format: string | null
}

interface Reading {
  readonly file: FileHead
  readonly kind: FileKindName
  readonly mapping: Mapping
  /** currency of amounts without one */
  readonly currency: string | null
  /** the style that all columns with evidence share */
  readonly fileStyle: NumberStyle | null
}

/**
 * Reads a mapping against a file: finds columns, determines formats of dates and numbers, and reports what is missing or
 * undecided. `currency` is the account's; `custom` are columns that are kept as custom fields.
 */
export const importFields = (
  file: FileHead,
  kind: FileKindName,
  mapping: Mapping,
  currency: string | null = null,
  custom: readonly CustomTarget[] = [],
) => {
  const problems: FileProblem[] = []
  const undecided = new Set<string>()
  const fields: Record<string, FieldSource> = {}
  const reading = { file, kind, mapping, currency, fileStyle: styleOfFile(file, kind, mapping) }
  const note = (name: string, result: FieldSource | FileProblem): void => {
    if (!('message' in result)) fields[name] = result
    else {
      problems.push({ ...result, field: name })
      if (result.column !== null && file.columns.includes(result.column)) undecided.add(result.column)
    }
  }
  for (const [name, given] of Object.entries(mapping)) {
    const target = FILE_KINDS[kind].fields.find((field) => field.name === name)
    const full = fullMapping(given)
    if (full.column === null && full.fallback === null) continue
    note(
      name,
      target ? importField(reading, target, full) : ask(null, null, `There is no field named ${name.slice(0, 100)}`),
    )
  }
  for (const { target, column, format } of custom)
    note(target.name, importField(reading, target, { column, format, fallback: null, values: {}, joined: [] }))
  // Its values are shown, so that a person can say what they mean.
  const status = fullMapping(mapping.paymentStatus ?? '').column
  const unpaid = status && fields.paymentStatus ? unknownStatuses(file, status, fields.paymentStatus.codes) : null
  if (unpaid) note('paymentStatus', unpaid)
  const missing = missingFields(kind, mapping).map((label) => ask(null, null, `Choose a column for ${label}`))
  return {
    fields,
    /** reasons why the file cannot be imported; empty when it can */
    problems: [...missing, ...problems],
    /** columns whose sample leaves a question that all of their values may answer */
    undecided: [...undecided].filter((column) => !file.whole?.has(column)),
  }
}

const importField = (reading: Reading, target: TargetField, full: FullMapping): FieldSource | FileProblem => {
  const { file, kind, mapping } = reading
  const index = full.column === null ? null : file.columns.indexOf(full.column)
  if (index === -1) return ask(full.column, null, `The file has no column with this name, selected for ${target.label}`)
  const joined = full.joined.map((column) => file.columns.indexOf(column))
  const absent = full.joined[joined.indexOf(-1)]
  if (absent !== undefined)
    return ask(absent, null, `The file has no column with this name, selected for ${target.label}`)
  if (joined.length > 0 && target.type !== 'id' && target.type !== 'text' && target.type !== 'money')
    return ask(full.column, null, `${target.label} can’t be joined from several columns`)
  const date = isDateType(target.type) ? dateFormat(file, full) : null
  if (date !== null && 'message' in date) return date
  const number = isNumber(target) ? numberReading(reading, target, full) : null
  if (number !== null && 'message' in number) return number
  const unknown = Object.values(full.values).find((code) => !Object.values<string>(target.codes ?? {}).includes(code))
  if (unknown !== undefined) return ask(full.column, unknown, `There is no ${target.label.toLowerCase()} of this name`)
  const codes = target.type === 'zone' ? zoneNames() : { ...target.codes, ...lowerCased(full.values) }
  const unusable = target.type === 'currency' ? onlyForeign(reading, full) : null
  if (unusable !== null) return unusable
  return {
    column: index,
    joined,
    ...(target.name === 'sku' ? titleInstead(file, mapping, index) : {}),
    fallback: full.fallback,
    type: target.type,
    required: isRequiredInRow(kind, target, mapping),
    dateFormats: date?.strptime ?? [],
    plainDateFormats: date?.plain ?? [],
    dateRules: date === null || full.column === null ? [] : neededDateRules(columnTexts(file, full.column)),
    dateNumber: date?.number ?? null,
    dateFormatName: date?.name ?? null,
    hasZone: date?.hasZone ?? false,
    hasDecimalComma: number?.style === 'comma',
    share: number?.share ?? null,
    isNegated: target.name === 'discount' && full.column !== null && areReductions(columnTexts(file, full.column)),
    codes,
    ...(target.isPast ? { isPast: target.isPast } : {}),
  }
}

/** Where a product has no code, its title identifies it. */
const titleInstead = (file: FileHead, mapping: Mapping, own: number | null): Pick<FieldSource, 'standIn'> => {
  const { column } = fullMapping(mapping.productTitle ?? '')
  const standIn = column === null ? -1 : file.columns.indexOf(column)
  return standIn < 0 || standIn === own ? {} : { standIn }
}

const SIZED = /[1-9]/
const NEGATIVE = /^\s*[^\d\s]*[-−–(]|[-−–]\s*$/

/** Discounts of which most are negative say how much each changes the amount; the others are of returns. */
const areReductions = (texts: readonly string[]): boolean => {
  const sized = texts.filter((text) => SIZED.test(text))
  return sized.filter((text) => NEGATIVE.test(text)).length > sized.length / 2
}

/**
 * Only paid orders count as sales: a column without a known status would leave none, and one that is called a status of anything may have
 * words for other things.
 */
const unknownStatuses = (
  file: FileHead,
  column: string,
  codes: Readonly<Record<string, string>>,
): FileProblem | null => {
  if (Object.hasOwn(codes, ANY_VALUE)) return null
  const isKnown = ({ text }: ColumnValue) => Object.hasOwn(codes, text.trim().toLowerCase())
  const values = columnValues(file, column)
  const unknown = values.find((value) => !isKnown(value))
  if (unknown === undefined || (values.some(isKnown) && !isGeneralStatus(column))) return null
  const message = `“${unknown.text}” isn’t a known payment status. Choose what it means; only paid orders count as sales`
  return ask(column, unknown.text, message, unknown.line)
}

/** Amounts in other currencies than the account's are kept and can't be added to its sales: of such a file nothing would be seen. */
const onlyForeign = ({ file, mapping, currency }: Reading, { column, fallback }: FullMapping): FileProblem | null => {
  if (currency === null) return null
  const isOwn = (text: string) => text.trim().toUpperCase() === currency
  const values = column === null ? [] : columnValues(file, column)
  const [first = fallback === null ? undefined : { text: fallback, line: null }] = values
  if (!first || isOwn(first.text) || values.some(({ text }) => isOwn(text))) return null
  const message = `All amounts are in ${first.text.trim().toUpperCase()}, but the account’s currency is ${currency}. Change the account’s currency, or unmap this column if the amounts are really in ${currency}`
  const problem = ask(column, first.text, message, first.line)
  if (column === null || (fallback !== null && !isOwn(fallback))) return problem
  // Without a currency it is the account's; of an order's lines one may name it for all.
  const [orderColumn, index] = [mapping.orderId, column].map((one) =>
    file.columns.indexOf(fullMapping(one ?? '').column ?? ''),
  )
  const records = Map.groupBy(file.sample, (row) => row[orderColumn ?? -1] ?? row)
  return [...records.values()].some((rows) => rows.every((row) => !row[index ?? -1]?.trim())) ? null : problem
}

const lowerCased = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([text, code]) => [text.trim().toLowerCase(), code]))

const isNumber = ({ type }: TargetField): boolean => ['number', 'integer', 'price', 'money', 'decimal'].includes(type)

/** An order's date may be in only one of its rows; of alternatives, the first that is mapped is required. */
const isRequiredInRow = (kind: FileKindName, { name, required }: TargetField, mapping: Mapping): boolean => {
  if (kind === 'order_lines' && name === 'orderDate') return false
  const group = FILE_KINDS[kind].oneOf.find((names: readonly string[]) => names.includes(name))
  return required || group?.find((one) => mapping[one] !== undefined) === name
}

const TOKENS = 'YYYY YY MMM MM DD D M HH H hh h mm ss A Z'

const dateFormat = (file: FileHead, { column, format, fallback }: FullMapping): DateFormat | FileProblem => {
  if (format !== null) {
    return parseDateFormat(format) ?? ask(column, format, `A date format must contain year, month, and day: ${TOKENS}`)
  }
  const values = column === null ? [{ line: null, text: fallback ?? '' }] : columnValues(file, column)
  const texts = values.map(({ text }) => text)
  // A column without values is read as ISO dates; a later value in another format is reported as a problem of its row.
  const found = texts.length === 0 ? parseDateFormat('YYYY-MM-DD') : detectDates(texts)
  const findLine = (value: string) => values.find(({ text }) => text === value)?.line ?? null
  const [example = null] = texts
  if (found === null) return ask(column, example, noCommonFormat(texts))
  if ('dayFirst' in found) {
    const message = `Choose the date format: ${found.dayFirst} is day first and ${found.monthFirst} is month first`
    return ask(column, found.dayFirst, message, findLine(found.dayFirst))
  }
  if (!('choices' in found)) return found
  const message = `Choose the date format: ${found.choices.join(' or ')}; the dates match both`
  return { ...ask(column, example, message), answers: found.choices }
}

const noCommonFormat = (texts: readonly string[]): string => {
  const message = 'Choose the date format: the dates don’t all use one known format'
  const byFormat = new Map(texts.map((text) => [matchDateFormats(text).join(' or '), text]))
  byFormat.delete('')
  const seen = [...byFormat].slice(0, 3).map(([format, text]) => `${text} is ${format}`)
  return seen.length < 2 ? message : `${message}; ${seen.join(', ')}`
}

const numericColumns = (kind: FileKindName, mapping: Mapping): string[] =>
  FILE_KINDS[kind].fields.filter(isNumber).flatMap(({ name }) => {
    const given = mapping[name]
    return given === undefined ? [] : (fullMapping(given).column ?? [])
  })

const styleOfFile = (file: FileHead, kind: FileKindName, mapping: Mapping): NumberStyle | null => {
  const found = numericColumns(kind, mapping).map((column) => styleEvidence(columnTexts(file, column)))
  const hasPoint = found.some(({ point }) => point !== null)
  const hasComma = found.some(({ comma }) => comma !== null)
  if (hasPoint === hasComma) return null
  return hasPoint ? 'point' : 'comma'
}

const STYLES = Object.values(NUMBER_STYLE_NAMES)
const HOW_WRITTEN = `Choose how numbers are written, ${STYLES.join(' or ')}`

interface NumberReading {
  readonly style: NumberStyle
  readonly share: FieldSource['share']
}

const numberReading = (reading: Reading, target: TargetField, full: FullMapping): NumberReading | FileProblem => {
  const { file, mapping, currency } = reading
  const { column, format, fallback } = full
  const values = column === null ? [{ line: null, text: fallback ?? '' }] : columnValues(file, column)
  if (['price', 'money'].includes(target.type) && currency !== null && mapping.currency === undefined) {
    const foreign = values.find(({ text }) => foreignMark(text, currency) !== null)
    if (foreign) {
      const message = `These amounts are in ${foreignMark(foreign.text, currency)}, and the account’s currency is ${currency}. Choose the file’s currency`
      return ask(column, foreign.text, message, foreign.line)
    }
  }
  const texts = values.map(({ text }) => text)
  const style = Object.entries(NUMBER_STYLE_NAMES).find(([, name]) => name === format)?.[0]
  const found = style === 'point' || style === 'comma' ? style : styleOfColumn(reading, column, texts)
  if (typeof found !== 'string') return found
  const share = isDiscountField(target.name) ? shareOf(target, column, format, texts) : null
  return share !== null && typeof share !== 'string' ? share : { style: found, share }
}

const styleOfColumn = (
  { file, fileStyle }: Reading,
  column: string | null,
  texts: readonly string[],
): NumberStyle | FileProblem => {
  const { point, comma, either }: StyleEvidence = styleEvidence(texts)
  if (point !== null && comma !== null) {
    if (either === null) return moreCommon(texts)
    return { ...ask(column, either, `${HOW_WRITTEN}: the column has ${point} and ${comma}`), answers: STYLES }
  }
  if (point !== null || comma !== null) return point !== null ? 'point' : 'comma'
  if (either === null || fileStyle !== null) return fileStyle ?? 'point'
  // Programs that write decimal commas separate columns with something else.
  if ((file.delimiter ?? ',') === ',') return 'point'
  return { ...ask(column, either, `${HOW_WRITTEN}: ${either} fits both`), answers: STYLES }
}

/** Each value of the column is clear, so those in the other style become problems of their rows. */
const moreCommon = (texts: readonly string[]): NumberStyle => {
  const count = (style: NumberStyle) => texts.filter((text) => styleEvidence([text])[style] !== null).length
  return count('comma') > count('point') ? 'comma' : 'point'
}

const shareOf = (
  { name }: TargetField,
  column: string | null,
  format: string | null,
  texts: readonly string[],
): FieldSource['share'] | FileProblem => {
  const given = DISCOUNT_FORMATS.find((one) => one === format)
  const found = given ?? discountFormat(texts, column ?? '')
  if (found === 'amount') return null
  if (found !== 'unknown') return found
  const [example = null] = texts.filter((text) => /[1-9]/.test(text))
  const whole = name === 'orderDiscount' ? 'subtotal' : 'price'
  const message = `Choose what the discounts are: amounts, or fractions of the ${whole} (0.2 is 20%)`
  return { ...ask(column, example, message), answers: DISCOUNT_FORMATS }
}
