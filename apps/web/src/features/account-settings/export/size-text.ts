const UNITS = [
  ['GB', 1_000_000_000],
  ['MB', 1_000_000],
  ['KB', 1000],
] as const

/** Bytes in words, such as "12.3 MB". */
export const sizeText = (bytes: number): string => {
  const unit = UNITS.find(([, size]) => bytes >= size)
  if (unit === undefined) return `${bytes} bytes`
  const [name, size] = unit
  return `${(bytes / size).toFixed(size === 1000 ? 0 : 1)} ${name}`
}
