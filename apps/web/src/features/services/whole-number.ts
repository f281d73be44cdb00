const formats = new Map<string | undefined, Intl.NumberFormat>()

/** A count with its thousands marked, as the culture (else the browser) does it. */
export const wholeNumber = (value: number, culture?: string): string => {
  const format = formats.get(culture) ?? new Intl.NumberFormat(culture, { maximumFractionDigits: 0 })
  formats.set(culture, format)
  return format.format(value)
}
