import { CHANNEL_CODES } from '#domain/vocabulary/written-codes.ts'
import { isWrittenNumber } from '../number-style.ts'
import { isZero } from '../unpivot.ts'
import { type ColumnProfile, type FileHead, profileColumn } from './column-profile.ts'
import { type Profiles, proposeMapping } from './propose-mapping.ts'

const MEASURE = /[\s_-]*(?:\(?(?:net|gross|total|sales|revenue|amounts?|usd|\$)\)?[\s_-]*)+$/i

const LONGEST_HEADING = 100

/** A heading without what it says about money. A longer one names no channel. */
const withoutMeasure = (heading: string): string =>
  heading.length > LONGEST_HEADING ? heading : heading.replace(MEASURE, '')

/** The code of a heading that is a sales channel: `Tasting Room`, `Web sales ($)`. */
const channelOf = (heading: string): string | undefined => {
  const name = withoutMeasure(heading)
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return Object.hasOwn(CHANNEL_CODES, name) ? CHANNEL_CODES[name] : undefined
}

const isChannel = (heading: string): boolean => channelOf(heading) !== undefined

/** Codes of headings that are channels and are written in another way than their known spellings. */
export const matchChannelHeadings = (headings: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    headings.flatMap((heading): [string, string][] => {
      const code = channelOf(heading)
      return code === undefined || Object.hasOwn(CHANNEL_CODES, heading.trim().toLowerCase()) ? [] : [[heading, code]]
    }),
  )

const isOther = (heading: string): boolean => /^others?$/i.test(withoutMeasure(heading).trim())

const isAmount = ({ shape, isSmallInteger }: ColumnProfile): boolean =>
  shape === 'decimal' || (shape === 'integer' && !isSmallInteger)

const AMOUNT_FIELDS = {
  orders: ['netAmount', 'subtotal', 'total', 'channel'],
  order_lines: ['lineAmount', 'unitPrice'],
} as const

/** Columns that name a channel each and hold its amounts, in a file without another amount or channel; null if there are none. */
export const detectUnpivot = (file: FileHead, profiles: Profiles): readonly string[] | null => {
  const named = file.columns.filter((column) => isChannel(column) || isOther(column))
  if (named.filter(isChannel).length < 2) return null
  const hasOther = (['orders', 'order_lines'] as const).some((kind) => {
    const mapping = proposeMapping(
      file.columns.filter((column) => !named.includes(column)),
      kind,
      profiles,
    )
    return AMOUNT_FIELDS[kind].some((field) => mapping[field] !== undefined)
  })
  if (hasOther) return null
  const filled = named.map((column) => {
    const index = file.columns.indexOf(column)
    const texts = file.sample.map((row) => row[index]?.trim() ?? '')
    return texts.filter((text) => text !== '' && !isZero(text))
  })
  const areNumbers = filled.every((texts) => texts.filter(isWrittenNumber).length * 2 >= texts.length)
  return areNumbers && filled.filter((texts) => isAmount(profileColumn(texts))).length >= 2 ? named : null
}
