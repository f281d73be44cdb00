/** What a number of a cell means, by its number format. */
export interface CellFormat {
  readonly isDate: boolean
  readonly hasTime: boolean
  readonly hasDay: boolean
  readonly isPercent: boolean
  /** a currency sign in the format, which Excel shows but does not store in the cell */
  readonly sign: string
  /** letters before a number that is filled up with zeros, and its least number of digits, as of `"INV-"0000`; null: any other format */
  readonly filled: { readonly letters: string; readonly digits: number } | null
}

const PLAIN: CellFormat = { isDate: false, hasTime: false, hasDay: false, isPercent: false, sign: '', filled: null }

/** Formats that workbooks use without defining them. */
const builtIn = (id: number): CellFormat => {
  if (id === 9 || id === 10) return { ...PLAIN, isPercent: true }
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36) return { ...PLAIN, isDate: true, hasDay: true }
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return { ...PLAIN, isDate: true, hasTime: true }
  return id === 22 ? { ...PLAIN, isDate: true, hasDay: true, hasTime: true } : PLAIN
}

const SIGN = /[€£¥$₹₩₽₺₪฿]/

/** Excel's limit. */
const LONGEST_CODE = 255

const FILLED = /^(?:"([^"]*)")?(0+)$/

/** Reads a format code such as `yyyy-mm-dd hh:mm`, `0.0%` or `#,##0.00 [$€-407]`. */
const formatOfCode = (code: string): CellFormat => {
  const [first = ''] = code.slice(0, LONGEST_CODE).split(';')
  const sign = SIGN.exec(first.replace(/\[\$([^\]-]*)[^\]]*\]/g, '$1'))?.[0] ?? ''
  const bare = first.replace(/"[^"]*"|\\.|\[(?!h|m|s)[^\]]*\]|_./gi, '')
  const hasTime = /[hs]/i.test(bare)
  const hasDay = /[dy]/i.test(bare) || (/m/i.test(bare) && !hasTime && !/[0#]/.test(bare))
  const [, letters = '', zeros = ''] = FILLED.exec(first) ?? []
  const filled = zeros.length > 1 ? { letters, digits: zeros.length } : null
  return { isDate: hasTime || hasDay, hasTime, hasDay, isPercent: bare.includes('%'), sign, filled }
}

export const cellFormat = (id: number, code: string | undefined): CellFormat =>
  code === undefined ? builtIn(id) : formatOfCode(code)

/** A decimal number without exponent and without the noise of binary fractions. */
const plainNumber = (value: number): string => {
  const text = String(Number(value.toPrecision(15)))
  return text.includes('e') ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : text
}

/** Whether digits are missing: workbooks keep fifteen of a whole number. */
export const hasLostDigits = (raw: string): boolean => Number.isInteger(Number(raw)) && Math.abs(Number(raw)) >= 1e15

/** How the text of a cell begins whose formula has no stored value. */
export const UNCOMPUTED = 'formula without a value in '

const DAY_SECONDS = 86_400
const EPOCHS = { excel1900: Date.UTC(1899, 11, 30), excel1904: Date.UTC(1904, 0, 1) } as const

/** The text of a number of a cell: dates as ISO, percentages with their sign, amounts with their currency's. */
export const numberText = (raw: string, format: CellFormat, epoch: keyof typeof EPOCHS): string => {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  if (format.filled !== null && Number.isSafeInteger(value) && value >= 0)
    return `${format.filled.letters}${String(value).padStart(format.filled.digits, '0')}`
  if (format.isDate && value >= 0 && value < 110_000) {
    const iso = new Date(EPOCHS[epoch] + Math.round(value * DAY_SECONDS) * 1000).toISOString()
    const time = iso.slice(11, 19)
    if (!format.hasDay && value < 1) return time
    return format.hasTime || time !== '00:00:00' ? `${iso.slice(0, 10)} ${time}` : iso.slice(0, 10)
  }
  if (format.isPercent) return `${plainNumber(value * 100)}%`
  if (format.sign === '') return /^\d{1,15}$/.test(raw) ? raw : plainNumber(value)
  return `${value < 0 ? '-' : ''}${format.sign}${plainNumber(Math.abs(value))}`
}
