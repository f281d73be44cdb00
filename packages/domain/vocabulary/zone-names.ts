import { RENAMED_TIME_ZONES } from '../locale.ts'
import { lookupTable } from '../lookup-table.ts'

/** Time zone names used by point-of-sale systems in addition to the IANA names. */
const WRITTEN: Readonly<Record<string, string>> = lookupTable({
  'pacific time (us & canada)': 'America/Los_Angeles',
  'mountain time (us & canada)': 'America/Denver',
  'central time (us & canada)': 'America/Chicago',
  'eastern time (us & canada)': 'America/New_York',
  'atlantic time (canada)': 'America/Halifax',
  'pacific time': 'America/Los_Angeles',
  'mountain time': 'America/Denver',
  'central time': 'America/Chicago',
  'eastern time': 'America/New_York',
  arizona: 'America/Phoenix',
  alaska: 'America/Anchorage',
  hawaii: 'Pacific/Honolulu',
  newfoundland: 'America/St_Johns',
  london: 'Europe/London',
  dublin: 'Europe/Dublin',
  paris: 'Europe/Paris',
  madrid: 'Europe/Madrid',
  sydney: 'Australia/Sydney',
  melbourne: 'Australia/Melbourne',
  adelaide: 'Australia/Adelaide',
  brisbane: 'Australia/Brisbane',
  perth: 'Australia/Perth',
  auckland: 'Pacific/Auckland',
  utc: 'UTC',
  gmt: 'UTC',
})

/** Lower-case name → IANA name. */
export const zoneNames = (): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    [...Intl.supportedValuesOf('timeZone'), ...Object.values(RENAMED_TIME_ZONES)].map((zone) => [
      zone.toLowerCase(),
      zone,
    ]),
  ),
  ...WRITTEN,
})
