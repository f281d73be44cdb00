import type { Formats } from '#charts/value-format.ts'
import type { Timing } from './next-sending.ts'

export const CADENCE_WORDS: Readonly<Record<Timing['cadence'], string>> = {
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
}

export const ATTACHMENT_WORDS: Readonly<Record<string, string>> = {
  '': 'No attachment',
  csv: 'CSV file',
  xlsx: 'Excel file',
  pdf: 'PDF file',
}

/** `Every Monday at 7 AM` */
export const timingWords = ({ cadence, weekday, day, hour }: Timing, formats: Formats): string => {
  const at = `at ${formats.hour(hour)}`
  if (cadence === 'daily') return `Every day ${at}`
  if (cadence === 'weekly') return `Every ${formats.weekday(weekday, 'full')} ${at}`
  return day === 31 ? `On the last day of every month ${at}` : `On day ${day} of every month ${at}`
}
